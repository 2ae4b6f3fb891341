// Chapter 19: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_three_flavours {

TEST_SUITE("walkthrough") {
  TEST_CASE("19_three_flavours prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("19_three_flavours");
  }
  TEST_CASE("19_three_flavours with a picture that has no place") {
    glueball::test::check_unwritable_picture("19_three_flavours");
  }
  TEST_CASE("19_three_flavours without its device") {
    glueball::test::check_missing_device("19_three_flavours");
  }
}

}  // namespace glueball::test::walkthrough_three_flavours
