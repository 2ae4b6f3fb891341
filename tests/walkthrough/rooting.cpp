// Chapter 18: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_rooting {

TEST_SUITE("walkthrough") {
  TEST_CASE("18_rooting prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("18_rooting");
  }
  TEST_CASE("18_rooting with a picture that has no place") {
    glueball::test::check_unwritable_picture("18_rooting");
  }
  TEST_CASE("18_rooting without its device") { glueball::test::check_missing_device("18_rooting"); }
}

}  // namespace glueball::test::walkthrough_rooting
