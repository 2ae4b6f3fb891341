// This target reads gauge transformations.
#include "io/transformation_file.hpp"
#include "parser.hpp"

using namespace glueball;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile memory;
  memory.put(data, size);
  fuzz::expect_refusal_or_success([] {
    const auto found = io::read_transformation(memory.path());
    if (found.g.size() != found.geometry.volume()) __builtin_trap();
  });
  return 0;
}
