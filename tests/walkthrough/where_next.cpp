// The last chapter, and what all pages point to: every file is there, every command is one of the program's.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "support/page.hpp"
#include "support/program.hpp"

namespace glueball::test::walkthrough_where_next {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(std::string(GLUEBALL_SOURCE) + "/tools/walkthrough"))
    if (fs::exists(entry.path() / "README.md")) found.push_back(entry.path() / "README.md");
  std::sort(found.begin(), found.end());
  return found;
}

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// What the first group of `pattern` matches in a page.
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
      for (const std::string& link : matches(page, R"(\]\(([^)#]+)\))")) {
        if (link.starts_with("http")) continue;
        CAPTURE(page.parent_path().filename().string());
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
