// Chapter 15: the program does what its page says, on every device.
#include <doctest/doctest.h>

#include "support/chapter.hpp"

namespace glueball::test::walkthrough_multigrid {

TEST_SUITE("walkthrough") {
  TEST_CASE("15_multigrid prints what its page shows") { glueball::test::check_chapter("15_multigrid"); }
}

}  // namespace glueball::test::walkthrough_multigrid
