// This target reads the container alone, and passes each of its texts to every parser of metadata.
#include "io/lime.hpp"

#include "io/ildg_metadata.hpp"
#include "parser.hpp"

using namespace glueball;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile memory;
  memory.put(data, size);
  fuzz::expect_refusal_or_success([] {
    const io::InputFile file(memory.path());
    for (const io::LimeRecord& record : io::read_lime_records(file)) {
      if (record.offset > file.size() || record.length > file.size() - record.offset) __builtin_trap();
      const std::string text = io::read_text(file, record);
      io::parse_ildg_format(text);
      io::parse_scidac_dims(text);
      io::parse_scidac_record(text);
      io::parse_scidac_sums(text);
    }
  });
  return 0;
}
