// This target reads propagators and sources.
#include "io/quark_file.hpp"
#include "parser.hpp"

using namespace glueball;

namespace {

template <class OneParity>
void read_columns(const io::QuarkFieldSource& source, bool ignore_checksum) {
  for (std::size_t n = 0; n < source.columns(); ++n) {
    FullQuarkField<OneParity> field;
    source.read(n, field, ignore_checksum);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile memory;
  memory.put(data, size);
  for (const bool ignore_checksum : {false, true})
    fuzz::expect_refusal_or_success([&] {
      io::holds_quark_fields(memory.path());
      const io::QuarkFieldSource source(memory.path());
      if (source.kind() == io::QuarkFieldKind::spinor)
        read_columns<ParitySpinorField>(source, ignore_checksum);
      else
        read_columns<ParityColourField>(source, ignore_checksum);
    });
  return 0;
}
