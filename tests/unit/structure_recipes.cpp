// The files that CONTRIBUTING.md sends people to are there.
#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "support/source_text.hpp"

namespace glueball::test::unit_structure_recipes {
namespace {

namespace fs = std::filesystem;

/// Returns paths of files and folders in a text; NAME and MODULE stand for what is still to be chosen.
std::vector<std::string> paths_in(const std::string& text) {
  static const std::regex path(
      R"((?:^|[^/A-Za-z0-9_])((?:docs|host|python|shaders|tests|tools)/[A-Za-z0-9_/.-]*[A-Za-z0-9_]))");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), path), end; at != end; ++at)
    found.push_back(at->str(1));
  return found;
}

/// True if a path exists: the whole of it for a file, else the folder above the first placeholder.
bool is_there(const std::string& path) {
  static const std::regex placeholder("^(test_)?(NAME|MODULE)\\b");
  fs::path known;
  for (const fs::path& part : fs::path(path)) {
    if (std::regex_search(part.string(), placeholder)) break;
    known /= part;
  }
  return fs::exists(fs::path(GLUEBALL_SOURCE) / known);
}

TEST_SUITE("unit") {
  TEST_CASE("every path that CONTRIBUTING.md names exists") {
    const auto paths = paths_in(text_of(fs::path(GLUEBALL_SOURCE) / "CONTRIBUTING.md"));
    CHECK(!paths.empty());
    for (const std::string& path : paths)
      if (!is_there(path)) FAIL_CHECK("CONTRIBUTING.md names " << path << ", which is not there");
  }

  TEST_CASE("a path that is not there is found") {
    CHECK(paths_in("see `docs/drivers.md`, shaders/lib.").size() == 2);
    CHECK(is_there("docs/drivers.md"));
    CHECK(is_there("host/measure/NAME.cpp"));
    CHECK(is_there("shaders/MODULE/NAME.comp"));
    CHECK_FALSE(is_there("host/measures/NAME.cpp"));
    CHECK_FALSE(is_there("tests/kernel/measures.cpp"));
  }
}

}  // namespace

}  // namespace glueball::test::unit_structure_recipes
