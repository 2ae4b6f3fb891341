#include "app/progress.hpp"

#include <doctest/doctest.h>

#include <csignal>

#include "app/signals.hpp"

namespace glueball::test::unit_progress {

using namespace glueball::app;

TEST_SUITE("unit") {
  TEST_CASE("durations are told in the unit that fits") {
    CHECK(duration(0) == "0 s");
    CHECK(duration(-3) == "0 s");
    CHECK(duration(42.4) == "42 s");
    CHECK(duration(185) == "3 min 05 s");
    CHECK(duration(7620) == "2 h 07 min");
  }

  TEST_CASE("a progress line tells what is left") {
    CHECK(Progress::text(0, 50, 0, "") == "  0% 0/50");
    CHECK(Progress::text(10, 40, 20, "dH +0.1") == " 25% 10/40  60 s left  dH +0.1");
    // The first step took 20 s for its compilation, the other three 1 s each.
    CHECK(Progress::text(1, 40, 20, "", 1, 20) == "  2% 1/40");
    CHECK(Progress::text(4, 40, 23, "", 1, 20) == " 10% 4/40  36 s left");
    CHECK(Progress::text(40, 40, 61, "") == "100% 40/40  61 s");
  }

  TEST_CASE("the first signal only sets the flag") {
    catch_signals();
    CHECK(caught_signal() == 0);
    std::raise(SIGTERM);
    CHECK(caught_signal() == SIGTERM);
    std::signal(SIGINT, SIG_DFL);
  }
}

}  // namespace glueball::test::unit_progress
