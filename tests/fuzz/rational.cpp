// This target reads files of rational functions.
#include <cmath>

#include "io/rational_file.hpp"
#include "parser.hpp"

using namespace glueball;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile memory;
  memory.put(data, size);
  fuzz::expect_refusal_or_success([] {
    for (const auto& [name, r, comment] : io::read_rational_functions(memory.path())) {
      if (!io::is_function_name(name) || r.numerators.size() != r.shifts.size()) __builtin_trap();
      for (const double d : r.shifts)
        if (!std::isfinite(d)) __builtin_trap();
    }
  });
  return 0;
}
