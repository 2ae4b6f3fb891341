// Chapter 20: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_index {

TEST_SUITE("walkthrough") {
  TEST_CASE("20_index prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("20_index");
  }
  TEST_CASE("20_index without its device") { glueball::test::check_missing_device("20_index"); }
  TEST_CASE("20_index with a picture that has no place") {
    glueball::test::check_unwritable_picture("20_index");
  }
}

}  // namespace glueball::test::walkthrough_index
