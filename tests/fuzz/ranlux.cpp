// This target reads the RANLUX generators of a chain.
#include "io/ranlux_file.hpp"
#include "parser.hpp"

using namespace glueball;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile memory;
  memory.put(data, size);
  fuzz::expect_refusal_or_success([] {
    const Geometry g({2, 2, 2, 2});
    if (io::read_ranlux(memory.path(), g).generators.size() != g.volume() + 1) __builtin_trap();
  });
  return 0;
}
