// The range of colours that follows a field.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "view/colour_range.hpp"

namespace glueball::test::unit_view_colour_range {
using namespace view;

namespace {

/// Returns noise of a maximum, between -1 and 1, the same every time.
double noise(int n) { return std::sin(12.9898 * n * n + 78.233 * n); }

TEST_SUITE("unit") {
  TEST_CASE(
      "colour range: after a fall to a tenth it follows within a second, at 60 pictures a second and at 2") {
    for (const double step : {1.0 / 60, 0.1, 0.5}) {
      CAPTURE(step);
      ColourRange range;
      CHECK(range.see(0.0443, 100) == 0.0443);
      double at = 100, before = range.value();
      while (at < 100.999) {
        at += step;
        range.see(0.0044, at);
        CHECK(range.value() <= before);  // no swinging
        before = range.value();
      }
      CHECK(range.value() < 0.0044 / ColourRange::kLeast * 1.02);
      CHECK(range.value() >= 0.0044);
    }
  }

  TEST_CASE("colour range: after a rise little is cut off at once, and nothing after a second") {
    ColourRange range;
    range.see(1e-9, 0);  // rounding of a cold start
    CHECK(range.see(0.05, 1.0 / 60) >= 0.05 / ColourRange::kMostCut);
    for (double at = 0.05; at < 1; at += 0.05) range.see(0.05, at);
    CHECK(range.value() == doctest::Approx(0.05).epsilon(0.01));
  }

  TEST_CASE("colour range: the noise of a maximum does not move it") {
    ColourRange range;
    double at = 0;
    for (int n = 0; n < 100; ++n) range.see(1 + 0.15 * noise(n), at += 0.05);
    const double settled = range.value();
    int moved = 0;
    for (int n = 100; n < 1000; ++n) {
      const double before = range.value();
      moved += std::abs(range.see(1 + 0.15 * noise(n), at += 0.05) / before - 1) > 0.01;
    }
    CHECK(moved == 0);
    CHECK(range.value() == doctest::Approx(settled).epsilon(0.05));
    CHECK(settled >= 1.1);
  }

  TEST_CASE(
      "colour range: what is nothing or no number is passed over; the clock may stand still; forgetting "
      "begins anew") {
    ColourRange range;
    CHECK(range.see(0, 1) == 0);
    CHECK(range.see(std::numeric_limits<double>::quiet_NaN(), 2) == 0);
    CHECK(range.see(3, 3) == 3);
    CHECK(range.see(0, 4) == 3);
    CHECK(range.see(std::numeric_limits<double>::infinity(), 5) == 3);
    CHECK(range.see(0.1, 3) == doctest::Approx(3));    // no time has passed
    CHECK(range.see(0.1, 2.5) == doctest::Approx(3));  // nor has the clock gone backwards
    range.forget();
    CHECK(range.value() == 0);
    CHECK(range.see(0.25, 0) == 0.25);
  }
}

}  // namespace

}  // namespace glueball::test::unit_view_colour_range
