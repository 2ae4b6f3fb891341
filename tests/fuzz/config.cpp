// This target reads config.toml of a run, and files for --config.
#include <sstream>

#include "app/config_file.hpp"
#include "parser.hpp"

using namespace glueball;

namespace {

const std::vector<std::string> kTables{"level", "monomial"};

std::vector<app::ConfigEntry> read(const std::string& text) {
  std::istringstream in(text);
  return app::read_config(in, "config.toml", "hmc", kTables);
}

/// True for the values that options take: words, and lists of words. Other lists may not survive writing and
/// reading.
bool is_plain(const std::string& text) {
  return text.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:/+-_=,") ==
             std::string::npos &&
         text.find(",,") == std::string::npos && !text.starts_with(',') && !text.ends_with(',');
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  fuzz::expect_refusal_or_success(
      [&] {
        // Entries that were read, written and read again are the same.
        for (const app::ConfigEntry& entry : read(text)) {
          if (!is_plain(entry.value)) continue;
          const auto again = read(!entry.lines.empty() ? app::toml_table(entry.key, entry.value)
                                                       : app::toml_line(entry.key, entry.value));
          if (again.size() != 1 || again[0].key != entry.key || again[0].value != entry.value)
            __builtin_trap();
        }
      },
      {ErrorKind::bad_file, ErrorKind::bad_value});
  return 0;
}
