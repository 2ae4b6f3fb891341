// Chapter 3: the program does what its page says, on every device.
#include <doctest/doctest.h>

#include "support/chapter.hpp"

namespace glueball::test::walkthrough_sum {

TEST_SUITE("walkthrough") {
  TEST_CASE("03_sum prints what its page shows") { glueball::test::check_chapter("03_sum"); }
}

}  // namespace glueball::test::walkthrough_sum
