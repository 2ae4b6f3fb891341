// Chapter 11: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_flow {

TEST_SUITE("walkthrough") {
  TEST_CASE("11_flow prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("11_flow");
  }
  TEST_CASE("11_flow with a picture that has no place") {
    glueball::test::check_unwritable_picture("11_flow");
  }
  TEST_CASE("11_flow without its device") { glueball::test::check_missing_device("11_flow"); }
}

}  // namespace glueball::test::walkthrough_flow
