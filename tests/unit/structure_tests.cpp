// Several sources of tests are compiled as one: what each has is in a namespace of its own, LABEL_NAME. Names
// of two that are in one would break a build, or worse, be shared.
#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "support/source_text.hpp"

namespace glueball::test::unit_structure_tests {
namespace {

namespace fs = std::filesystem;

/// The labels whose sources are, by tests/CMakeLists.txt, compiled into programs.
std::vector<std::string> labels(const std::string& cmake) {
  static const std::regex suite(R"(\nglueball_suite\(\w+ ([\w ]+)\))");
  std::vector<std::string> all;
  for (std::sregex_iterator found(cmake.begin(), cmake.end(), suite), none; found != none; ++found) {
    std::istringstream words((*found)[1]);
    for (std::string word; words >> word;) all.push_back(word);
  }
  return all;
}

/// Returns what is wrong with a source of that name, LABEL_NAME. Its namespace is closed as clang-format does
/// it.
std::vector<std::string> faults(const std::string& name, const std::string& text) {
  const std::string whole = "namespace glueball::test::" + name, begin = "\n" + whole + " {\n",
                    end = "\n}  // " + whole + "\n";
  std::vector<std::string> found;
  const auto at = text.find(begin);
  if (at == text.npos || text.find(begin, at + 1) != text.npos)
    found.push_back("it has not one " + whole);
  else if (text.find(end) + end.size() != text.size())
    found.push_back("its namespace does not last to its end");
  std::istringstream before(source_text(text.substr(0, at)).code);
  for (std::string line; at != text.npos && std::getline(before, line);)
    if (!line.starts_with('#') && line.find_first_not_of(" \t") != line.npos)
      found.push_back("'" + line + "' stands before its namespace");
  static const std::regex macro(R"(\n\s*#\s*define\b)");
  if (std::regex_search(text, macro)) found.push_back("it defines a macro, which no namespace holds");
  return found;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("each source of tests has a namespace of its own, with all of it inside") {
    const fs::path tests = fs::path(GLUEBALL_SOURCE) / "tests";
    std::size_t files = 0;
    for (const std::string& label : labels(text_of(tests / "CMakeLists.txt")))
      for (const auto& entry : fs::directory_iterator(tests / label)) {
        if (entry.path().extension() != ".cpp") continue;
        CAPTURE(entry.path().string());
        for (const std::string& fault :
             faults(label + "_" + entry.path().stem().string(), text_of(entry.path())))
          FAIL_CHECK(fault);
        ++files;
      }
    CHECK(files > 0);
  }

  TEST_CASE("a source of tests without such a namespace is found") {
    const std::string head = "// What it is.\n#include \"x.hpp\"\n",
                      begin = "\nnamespace glueball::test::unit_x {\n",
                      end = "\n}  // namespace glueball::test::unit_x\n", inside = "int f();\n";
    CHECK(faults("unit_x", head + begin + inside + end).empty());
    for (const std::string& wrong :
         {head + inside,
          head + "\nnamespace glueball::test {\n" + inside + "\n}  // namespace glueball::test\n",
          head + "\nnamespace glueball::test::unit_y {\n" + inside +
              "\n}  // namespace glueball::test::unit_y\n",
          head + inside + begin + end, head + begin + end + inside, head + begin + end + begin + inside + end,
          head + "#define F 1\n" + begin + inside + end})
      CHECK(faults("unit_x", wrong).size() == 1);
    CHECK(labels("\nglueball_suite(one unit probe)\nglueball_suite(two cli)\n") ==
          std::vector<std::string>{"unit", "probe", "cli"});
  }
}

}  // namespace glueball::test::unit_structure_tests
