// These tests check links and commands of all pages, of the walkthrough and others: every file exists, every
// command is the program's.
#include <doctest/doctest.h>

#include <algorithm>
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

/// Returns a page without its fenced blocks.
std::string prose_of(const fs::path& page) {
  std::string prose;
  bool fenced = false;
  for (const std::string& line : lines(text_of(page))) {
    if (line.starts_with("```"))
      fenced = !fenced;
    else if (!fenced)
      prose += line + "\n";
  }
  return prose;
}

/// Returns the texts that the first group of `pattern` matches in a page's prose.
std::set<std::string> matches(const fs::path& page, const char* pattern) {
  const std::string text = prose_of(page);
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end; ++i) found.insert((*i)[1]);
  return found;
}

std::string trimmed(const std::string& line) {
  const auto first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(' ') - first + 1);
}

/// True if the lines of a quotation stand in a source one after the other. A line "..." stands for any lines.
bool stands_in(const std::string& source, const std::vector<std::string>& quotation) {
  std::vector<std::string> code;
  for (const std::string& line : lines(source)) code.push_back(trimmed(line));
  auto from = code.begin();
  for (auto part = quotation.begin(); part != quotation.end();) {
    const auto end = std::find(part, quotation.end(), "...");
    from = std::search(from, code.end(), part, end);
    if (from == code.end()) return false;
    from += end - part;
    part = end == quotation.end() ? end : end + 1;
  }
  return true;
}

/// A fenced block of code, and the source that the page names last before it.
struct Quotation {
  std::string source;
  std::vector<std::string> lines;
};

std::vector<Quotation> quotations(const std::string& page) {
  static const std::regex named(R"(\]\(([^)#]+\.(?:comp|glsl|hpp|cpp))\))");
  std::vector<Quotation> found;
  std::string source;
  bool fenced = false, code = false;
  for (const std::string& line : lines(page)) {
    if (line.starts_with("```")) {
      fenced = !fenced;
      code = fenced && (line == "```glsl" || line == "```cpp");
      if (code) found.push_back({source, {}});
    } else if (code) {
      found.back().lines.push_back(trimmed(line));
    } else if (!fenced) {
      for (std::sregex_iterator i(line.begin(), line.end(), named), end; i != end; ++i) source = (*i)[1];
    }
  }
  return found;
}

}  // namespace

TEST_SUITE("walkthrough") {
  TEST_CASE("the code that pages quote stands in the sources that they name") {
    for (const auto& page : pages())
      for (const Quotation& quotation : quotations(text_of(page))) {
        CAPTURE(page.string());
        CAPTURE(quotation.source);
        CAPTURE(quotation.lines.front());
        CHECK(stands_in(text_of(page.parent_path() / quotation.source), quotation.lines));
      }
  }

  TEST_CASE("a quotation that has changed is found") {
    const std::string source = "int a;\n  int b;\nint c;\n";
    CHECK(stands_in(source, {"int a;", "int b;"}));
    CHECK(stands_in(source, {"int a;", "...", "int c;"}));
    CHECK_FALSE(stands_in(source, {"int a;", "int c;"}));
    CHECK_FALSE(stands_in(source, {"int c;", "...", "int a;"}));
    const auto found = quotations("From [x](x.comp), [y](y.hpp):\n```cpp\n  int a;\n```\n```text\nz\n```\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0].source == "y.hpp");
    CHECK(found[0].lines == std::vector<std::string>{"int a;"});
  }

  TEST_CASE("each chapter quotes a shader or its program, and names its neighbours") {
    const fs::path folder = fs::path(GLUEBALL_SOURCE) / "tools/walkthrough";
    std::vector<std::string> chapters;
    for (const auto& entry : fs::directory_iterator(folder))
      if (fs::exists(entry.path() / "README.md")) chapters.push_back(entry.path().filename().string());
    std::sort(chapters.begin(), chapters.end());
    REQUIRE(chapters.size() >= 18);
    const std::string index = text_of(folder / "README.md");
    for (std::size_t n = 0; n < chapters.size(); ++n) {
      CAPTURE(chapters[n]);
      const std::string page = text_of(folder / chapters[n] / "README.md");
      CHECK(index.find("(" + chapters[n] + "/README.md)") != std::string::npos);
      CHECK(page.find("(../README.md)") != std::string::npos);
      if (n > 0) CHECK(page.find("Previous: [") != std::string::npos);
      if (n > 0) CHECK(page.find("(../" + chapters[n - 1] + "/README.md)") != std::string::npos);
      if (n + 1 < chapters.size()) {
        CHECK(page.find("Next: [") != std::string::npos);
        CHECK(page.find("(../" + chapters[n + 1] + "/README.md)") != std::string::npos);
        CHECK(!quotations(page).empty());
      }
    }
  }

  TEST_CASE("each chapter after the first shows a picture, and so does the index") {
    const fs::path folder = fs::path(GLUEBALL_SOURCE) / "tools/walkthrough";
    const std::string index = text_of(folder / "README.md");
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string chapter = entry.path().filename().string();
      if (!fs::exists(entry.path() / "main.cpp") || chapter == "01_add") continue;
      CAPTURE(chapter);
      CHECK(text_of(entry.path() / "README.md").find("](picture.png)") != std::string::npos);
      CHECK(index.find("](" + chapter + "/picture.png) |") != std::string::npos);
    }
  }

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
