// Doxygen makes pages of the public headers' comments without a complaint.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/skip.hpp"

namespace glueball::test::unit_api_pages {
namespace {

TEST_SUITE("slow") {
  TEST_CASE("the API pages are made without a warning") {
    const char *cmake = std::getenv("GLUEBALL_CMAKE"), *build = std::getenv("GLUEBALL_BUILD");
    REQUIRE(cmake);
    REQUIRE(build);
    const std::string make = std::string("'") + cmake + "' --build '" + build + "' --target ";
    if (std::system((make + "help | grep -qw docs").c_str()) != 0) {
      skip("Doxygen is not installed");
      return;
    }
    CHECK(std::system((make + "docs >/dev/null").c_str()) == 0);
    CHECK(std::filesystem::exists(std::filesystem::path(build) / "docs/html/index.html"));
  }
}

}  // namespace

}  // namespace glueball::test::unit_api_pages
