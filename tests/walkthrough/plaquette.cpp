// Chapter 8: the program does what its page says, on every device.
#include <doctest/doctest.h>

#include "support/chapter.hpp"

namespace glueball::test::walkthrough_plaquette {

TEST_SUITE("walkthrough") {
  TEST_CASE("08_plaquette prints what its page shows") { glueball::test::check_chapter("08_plaquette"); }
}

}  // namespace glueball::test::walkthrough_plaquette
