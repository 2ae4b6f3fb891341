// Chapter 19: programs and page agree.
#include <doctest/doctest.h>

#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_index {

TEST_SUITE("walkthrough") {
  TEST_CASE("19_index prints what its page shows, on every device") {
    glueball::test::check_same_everywhere("19_index");
  }
  TEST_CASE("19_index without its device") { glueball::test::check_missing_device("19_index"); }
}

}  // namespace glueball::test::walkthrough_index
