// Doxygen makes pages of the public headers' comments, and MkDocs the site of all pages, without a warning.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/skip.hpp"

namespace glueball::test::unit_api_pages {
namespace {

/// Builds a target of the build directory, which is left out where its program is not installed.
void build_pages(const std::string& target, const std::string& program, const char* page) {
  const char *cmake = std::getenv("GLUEBALL_CMAKE"), *build = std::getenv("GLUEBALL_BUILD");
  REQUIRE(cmake);
  REQUIRE(build);
  const std::string make = std::string("'") + cmake + "' --build '" + build + "' --target ";
  if (std::system((make + "help | grep -qw " + target).c_str()) != 0) {
    skip(program + " is not installed");
    return;
  }
  CHECK(std::system((make + target + " >/dev/null").c_str()) == 0);
  CHECK(std::filesystem::exists(std::filesystem::path(build) / page));
}

TEST_SUITE("unit") {
  TEST_CASE("the site is made without a warning") {
    build_pages("site", "MkDocs", "site/search/search_index.json");
  }
}

TEST_SUITE("slow") {
  TEST_CASE("the API pages are made without a warning") {
    build_pages("docs", "Doxygen", "docs/html/index.html");
  }
}

}  // namespace

}  // namespace glueball::test::unit_api_pages
