// Chapter 2: the program does what its page says, on every device.
#include <doctest/doctest.h>

#include "support/chapter.hpp"

namespace glueball::test::walkthrough_vulkan {

TEST_SUITE("walkthrough") {
  TEST_CASE("02_vulkan prints what its page shows") { glueball::test::check_chapter("02_vulkan"); }
}

}  // namespace glueball::test::walkthrough_vulkan
