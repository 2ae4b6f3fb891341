// Chapter 7: the program does what its page says, on every device.
#include <doctest/doctest.h>

#include "support/chapter.hpp"

namespace glueball::test::walkthrough_lattice {

TEST_SUITE("walkthrough") {
  TEST_CASE("07_lattice prints what its page shows") { glueball::test::check_chapter("07_lattice"); }
}

}  // namespace glueball::test::walkthrough_lattice
