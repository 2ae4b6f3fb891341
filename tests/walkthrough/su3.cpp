// Chapter 6: the program does what its page says, on every device.
#include <doctest/doctest.h>

#include "support/chapter.hpp"

namespace glueball::test::walkthrough_su3 {

TEST_SUITE("walkthrough") {
  TEST_CASE("06_su3 prints what its page shows") { glueball::test::check_chapter("06_su3"); }
}

}  // namespace glueball::test::walkthrough_su3
