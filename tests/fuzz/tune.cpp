// This target reads tune.json, the choices of searches.
#include <filesystem>
#include <fstream>

#include "memory_folder.hpp"
#include "parser.hpp"
#include "tune/tuned_choices.hpp"

using namespace glueball;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile memory;
  static const fuzz::MemoryFolder folder;
  memory.put(data, size);
  if (const auto choice = TunedChoices(memory.path()).find("dslash")) {
    // A file that is written anew holds what was good in the old one. A link to the input would stay a link.
    const std::filesystem::path path = folder.path() / "tune.json";
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(data), std::streamsize(size));
    const TunedChoices copy(path);
    copy.keep("plaquette", *choice, "d");
    if (copy.find("dslash") != choice || copy.find("plaquette") != choice) __builtin_trap();
  }
  return 0;
}
