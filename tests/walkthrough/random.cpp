// Chapter 4: the program does what its page says, on every device.
#include <doctest/doctest.h>

#include "support/chapter.hpp"

namespace glueball::test::walkthrough_random {

TEST_SUITE("walkthrough") {
  TEST_CASE("04_random prints what its page shows") { glueball::test::check_chapter("04_random"); }
}

}  // namespace glueball::test::walkthrough_random
