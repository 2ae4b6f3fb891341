// Specialisation constants have their numbers in one place, shaders/args/constants.h, and what a kernel's
// flags mean is the same in its shader and in its class. Reads shaders/ and host/kernels/.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "support/source_text.hpp"

namespace glueball::test::unit_structure_constants {
namespace {

namespace fs = std::filesystem;
using glueball::test::text_of;
using Flags = std::map<std::string, unsigned>;  ///< bit by name, "addx"

/// Returns the letters alone, in lower case: ADD_X and AddX are both "addx".
std::string plain(const std::string& name) {
  std::string letters;
  for (const char c : name)
    if (c != '_') letters += char(std::tolower(c));
  return letters;
}

template <class See>
void for_each_match(const std::string& text, const std::string& pattern, See see) {
  const std::regex expression(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) see(*at);
}

/// Collects the flags of a shader and of what it includes.
void flags_of_shader(const fs::path& root, const fs::path& file, std::set<fs::path>& seen, Flags& flags) {
  if (!fs::exists(root / file) || !seen.insert(file).second) return;
  const std::string text = text_of(root / file);
  for_each_match(text, R"(constant_id = CONSTANT_FLAG_(\d)\) const uint (\w+))",
                 [&](const std::smatch& m) { flags[plain(m[2])] = unsigned(std::stoi(m[1])); });
  for_each_match(text, R"re(#include "([^"]+)")re",
                 [&](const std::smatch& m) { flags_of_shader(root, fs::path(m[1].str()), seen, flags); });
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("shaders name their specialisation constants") {
    const fs::path root = fs::path(GLUEBALL_SOURCE) / "shaders";
    std::size_t named = 0;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file() || entry.path().filename() == "constants.h") continue;
      const std::string text = text_of(entry.path());
      for_each_match(text, R"((constant_id|local_size_x_id) = (\w+))", [&](const std::smatch& m) {
        CAPTURE(entry.path().string());
        CHECK_MESSAGE(m[2].str().starts_with("CONSTANT_"), m.str());
        ++named;
      });
    }
    CHECK(named > 0);
  }

  TEST_CASE("every constant has a number of its own") {
    std::map<std::string, std::string> names;
    for_each_match(text_of(fs::path(GLUEBALL_SOURCE) / "shaders/args/constants.h"), R"(#define (\w+) (\d+))",
                   [&](const std::smatch& m) { CHECK(names.emplace(m[2], m[1]).second); });
    CHECK(!names.empty());
  }

  TEST_CASE("a kernel's flags are its shader's") {
    const fs::path root = fs::path(GLUEBALL_SOURCE);
    std::size_t compared = 0;
    for (const auto& header : fs::directory_iterator(root / "host/kernels")) {
      if (header.path().extension() != ".hpp") continue;
      for_each_match(
          text_of(header.path()), R"re(struct (\w+)[^;{]*?Kernel<"([^"]+)"[^;{]*\{([\s\S]*?)\n\};)re",
          [&](const std::smatch& kernel) {
            Flags flags;
            std::set<fs::path> seen;
            flags_of_shader(root / "shaders", kernel[2].str() + ".comp", seen, flags);
            REQUIRE_FALSE(seen.empty());
            for_each_match(kernel[3], R"(static constexpr std::uint32_t ([^;]+);)",
                           [&](const std::smatch& line) {
                             for_each_match(line[1], R"(k(\w+) =\s*(\d+))", [&](const std::smatch& flag) {
                               CAPTURE(kernel[1].str());
                               CAPTURE(flag.str());
                               const auto found = flags.find(plain(flag[1]));
                               REQUIRE(found != flags.end());
                               CHECK(unsigned(std::stoi(flag[2])) == 1u << found->second);
                               ++compared;
                             });
                           });
          });
    }
    CHECK(compared > 0);
  }
}

}  // namespace glueball::test::unit_structure_constants
