// This target reads tune.json, the choices of searches.
#include "memory_folder.hpp"
#include "parser.hpp"
#include "tune/tuned_choices.hpp"

using namespace glueball;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile memory;
  static const fuzz::MemoryFolder folder;
  memory.put(data, size);
  if (const auto choice = TunedChoices(memory.path()).find("dslash")) {
    // A file that is written anew holds what was good in the old one. It takes the place of a link to the
    // input.
    const TunedChoices copy(folder.link("tune.json", memory.path()));
    copy.keep("plaquette", *choice, "d");
    if (copy.find("dslash") != choice || copy.find("plaquette") != choice) __builtin_trap();
  }
  return 0;
}
