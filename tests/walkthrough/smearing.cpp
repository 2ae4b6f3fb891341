// Chapter 17: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_smearing {

TEST_SUITE("walkthrough") {
  TEST_CASE("17_smearing prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("17_smearing");
  }
  TEST_CASE("17_smearing with a picture that has no place") {
    glueball::test::check_unwritable_picture("17_smearing");
  }
  TEST_CASE("17_smearing without its device") { glueball::test::check_missing_device("17_smearing"); }
}

}  // namespace glueball::test::walkthrough_smearing
