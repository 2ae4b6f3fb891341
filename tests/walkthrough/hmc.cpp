// Chapter 13: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_hmc {

TEST_SUITE("walkthrough") {
  TEST_CASE("13_hmc prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("13_hmc");
  }
  TEST_CASE("13_hmc with a picture that has no place") { glueball::test::check_unwritable_picture("13_hmc"); }
  TEST_CASE("13_hmc without its device") { glueball::test::check_missing_device("13_hmc"); }
}

}  // namespace glueball::test::walkthrough_hmc
