// Chapter 5: the program does what its page says, on every device.
#include <doctest/doctest.h>

#include "support/chapter.hpp"
#include "support/same_everywhere.hpp"

namespace glueball::test::walkthrough_ising {

TEST_SUITE("walkthrough") {
  TEST_CASE("05_ising prints what its page shows") { glueball::test::check_chapter("05_ising"); }
  TEST_CASE("05_ising with a picture that has no place") {
    glueball::test::check_unwritable_picture("05_ising");
  }
}

}  // namespace glueball::test::walkthrough_ising
