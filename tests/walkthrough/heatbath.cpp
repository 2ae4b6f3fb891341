// Chapter 9: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_heatbath {

TEST_SUITE("walkthrough") {
  TEST_CASE("09_heatbath prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("09_heatbath");
  }
  TEST_CASE("09_heatbath with a picture that has no place") {
    glueball::test::check_unwritable_picture("09_heatbath");
  }
  TEST_CASE("09_heatbath without its device") { glueball::test::check_missing_device("09_heatbath"); }
}

}  // namespace glueball::test::walkthrough_heatbath
