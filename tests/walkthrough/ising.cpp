// Chapter 5: the program does what its page says, on every device.
#include <doctest/doctest.h>

#include "support/chapter.hpp"

namespace glueball::test::walkthrough_ising {

TEST_SUITE("walkthrough") {
  TEST_CASE("05_ising prints what its page shows") { glueball::test::check_chapter("05_ising"); }
}

}  // namespace glueball::test::walkthrough_ising
