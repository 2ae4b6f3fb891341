// Chapter 10: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_loops {

TEST_SUITE("walkthrough") {
  TEST_CASE("10_loops prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("10_loops");
  }
  TEST_CASE("10_loops without its device") { glueball::test::check_missing_device("10_loops"); }
  TEST_CASE("10_loops with a picture that has no place") {
    glueball::test::check_unwritable_picture("10_loops");
  }
}

}  // namespace glueball::test::walkthrough_loops
