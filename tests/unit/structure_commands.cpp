// All commands' common work is done in one place: a command gets its device, and the values of the common
// flags, from the Setup that the program hands it.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "app/setup.hpp"
#include "base/error.hpp"
#include "support/source_text.hpp"

namespace glueball::test::unit_structure_commands {
namespace {

namespace fs = std::filesystem;

/// A word that Setup has for all, why, and the files that may say it all the same.
struct Rule {
  const char *pattern, *instead;
  std::set<std::string> may{};
};

const std::vector<Rule>& rules() {
  // doctor opens every device there is, one after the other, and reports its messages as a check.
  static const std::vector<Rule> all = {
      {R"(\bopen_device\s*\()", "Setup::device", {"doctor.cpp"}},
      {R"(\bpreferred_(options|storage)\s*\()", "Setup::options", {"doctor.cpp"}},
      {R"(\bstorage_or\s*\()", "Setup::with_flags"},
      {R"(\bmessages\(\))", "Setup::validate", {"doctor.cpp"}},
      {R"(\bread_configuration\s*\()", "Setup::read"},
      {R"([^.\w]require_fits\s*\()", "Setup::require_fits"},
      {R"(\b(largest_extent|bytes_per_site)\b)", "Setup::require_fits", {"devices.cpp", "bench.cpp"}}};
  return all;
}

std::string without_comments(const std::string& text) {
  return std::regex_replace(text, std::regex("//[^\n]*"), "");
}

std::vector<std::string> violations(const std::string& name, const std::string& text) {
  std::vector<std::string> found;
  for (const Rule& rule : rules())
    if (!rule.may.contains(name) && std::regex_search(text, std::regex(rule.pattern)))
      found.push_back(name + ": has a " + rule.pattern + " of its own; use " + rule.instead);
  return found;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("commands have their device, options, checks and files from one Setup") {
    std::set<std::string> declared, defined;
    const auto collect = [](const std::string& text, const char* pattern, std::set<std::string>& names) {
      const std::regex function(pattern);
      for (std::sregex_iterator at(text.begin(), text.end(), function), end; at != end; ++at)
        names.insert((*at)[1]);
    };
    for (const auto& entry : fs::directory_iterator(fs::path(GLUEBALL_SOURCE) / "tools" / "glueball")) {
      const std::string name = entry.path().filename().string(),
                        text = without_comments(test::text_of(entry.path()));
      for (const auto& line : violations(name, text)) FAIL_CHECK(line);
      collect(text, R"(Command (\w+_command)\(CLI::App& root\);)", declared);
      collect(text, R"(Command (\w+_command)\(CLI::App& root\) \{)", defined);
    }
    CHECK(!defined.empty());
    CHECK(defined == declared);
    CHECK(violations("x.cpp", "const auto d = open_device(o.common);").size() == 1);
    CHECK(violations("x.cpp", "auto o = preferred_options(d); if (d.messages() > 0) return;").size() == 2);
    CHECK(violations("x.cpp", "app::require_fits(d, g, need); io::read_configuration(path);").size() == 2);
    CHECK(violations("x.cpp", "setup.require_fits(g, need); setup.read(path, {}, need);").empty());
  }

  TEST_CASE("a Setup opens what --device names, when it is asked, and complains of its messages") {
    app::CommonOptions flags;
    flags.device = "vulkan:99";
    flags.no_cache = true;
    app::Setup none(flags);
    none.validate();  // nothing was opened
    CHECK_THROWS_AS(none.device(), Error);
    for (const auto& info : gpu::devices()) {
      flags.device = info.id();
      flags.validate = true;
      flags.storage = "texel";
      flags.workgroup = 64;
      flags.precision = "double";
      app::Setup setup(flags);
      CAPTURE(info.id());
      CHECK(setup.info().id() == info.id());
      CHECK(setup.options().storage == gpu::Storage::texel);
      CHECK(setup.options().workgroup == 64);
      CHECK(setup.options().precision == gpu::Precision::double_);
      CHECK(setup.options(Geometry({4, 4, 4, 4})).workgroup == 64);
      CHECK_NOTHROW(setup.validate());
    }
  }
}

}  // namespace glueball::test::unit_structure_commands
