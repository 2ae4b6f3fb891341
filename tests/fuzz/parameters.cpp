// Parameters of a chain, as the headers of configurations have them.
#include <string>

#include "parser.hpp"
#include "run/named_values.hpp"

using namespace glueball;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  fuzz::expect_refusal_or_success([&] {
    std::string again;
    const auto values = named_values(text);
    for (const auto& [name, value] : values) {
      if (name.empty() || value.empty()) __builtin_trap();
      if (text.find(name) == std::string::npos || text.find(value) == std::string::npos) __builtin_trap();
      if (value.find_first_of(",\n") != std::string::npos) __builtin_trap();
      again += name + " = " + value + "\n";
    }
    // Values that were found are found again.
    if (named_values(again) != values) __builtin_trap();
    names_beta(text, 6.0);
  });
  return 0;
}
