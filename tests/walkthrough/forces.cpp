// Chapter 12: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_forces {

TEST_SUITE("walkthrough") {
  TEST_CASE("12_forces prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("12_forces");
  }
  TEST_CASE("12_forces without its device") { glueball::test::check_missing_device("12_forces"); }
  TEST_CASE("12_forces with a picture that has no place") {
    glueball::test::check_unwritable_picture("12_forces");
  }
}

}  // namespace glueball::test::walkthrough_forces
