// These tests check links and commands of all pages, of the walkthrough and others: every file exists, every
// command is the program's.
#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "support/program.hpp"
#include "support/source_text.hpp"

namespace glueball::test::walkthrough_where_next {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> pages() {
  const fs::path source = GLUEBALL_SOURCE;
  std::vector<fs::path> found{source / "README.md", source / "CHANGELOG.md", source / "CONTRIBUTING.md"};
  for (const char* folder : {"assets", "docs", "tools/walkthrough"})
    for (const auto& entry : fs::recursive_directory_iterator(source / folder))
      if (entry.path().extension() == ".md") found.push_back(entry.path());
  return found;
}

/// Returns the texts that the first group of `pattern` matches in a page.
std::set<std::string> matches(const fs::path& page, const char* pattern) {
  const std::string text = text_of(page);
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end; ++i) found.insert((*i)[1]);
  return found;
}

}  // namespace

TEST_SUITE("walkthrough") {
  TEST_CASE("the pages point to files that are there") {
    int links = 0;
    for (const auto& page : pages())
      for (const std::string& link : matches(page, R"(\]\(([^)#]+)(?:#[^)]*)?\))")) {
        if (link.starts_with("http")) continue;
        CAPTURE(page.string());
        CAPTURE(link);
        CHECK(fs::exists(page.parent_path() / link));
        ++links;
      }
    CHECK(links > 40);
  }

  TEST_CASE("the commands on the pages are the program's") {
    std::set<std::string> commands;
    for (const auto& page : pages()) commands.merge(matches(page, "`glueball ([a-z]+)"));
    CHECK(commands.size() >= 9);
    for (const std::string& command : commands) {
      const auto run = glueball::test::run_program({command, "--help"});
      CAPTURE(command);
      CHECK(run.status == 0);
      CHECK(run.out_has(command));
    }
  }
}

}  // namespace glueball::test::walkthrough_where_next
