// Chapter 14: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_quarks {

TEST_SUITE("walkthrough") {
  TEST_CASE("14_quarks prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("14_quarks");
  }
  TEST_CASE("14_quarks without its device") { glueball::test::check_missing_device("14_quarks"); }
  TEST_CASE("14_quarks with a picture that has no place") {
    glueball::test::check_unwritable_picture("14_quarks");
  }
}

}  // namespace glueball::test::walkthrough_quarks
