// config.toml of a run, and files for --config.
#include "app/config_file.hpp"

#include <sstream>

#include "parser.hpp"

using namespace glueball;

namespace {

const std::vector<std::string> kTables{"level", "monomial"};

std::vector<app::ConfigEntry> read(const std::string& text) {
  std::istringstream in(text);
  return app::read_config(in, "config.toml", "hmc", kTables);
}

bool is_table(const app::ConfigEntry& entry) { return entry.key == kTables[0] || entry.key == kTables[1]; }

/// Both quotes in one value have no form that this program writes.
bool has_both_quotes(const std::string& text) {
  return text.find('"') != std::string::npos && text.find('\'') != std::string::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  fuzz::expect_refusal_or_success(
      [&] {
        // What was read and written again is read as the same.
        for (const app::ConfigEntry& entry : read(text)) {
          if (has_both_quotes(entry.value)) continue;
          const auto again = read(is_table(entry) ? app::toml_table(entry.key, entry.value) : app::toml_line(entry.key, entry.value));
          if (again.size() != 1 || again[0].key != entry.key || again[0].value != entry.value) __builtin_trap();
        }
      },
      {Status::bad_input, Status::usage});
  return 0;
}
