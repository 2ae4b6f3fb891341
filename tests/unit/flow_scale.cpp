// t0, w0 and the step size of the adaptive flow.
#include "flow/scale.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "flow/flow.hpp"

using namespace glueball;
using doctest::Approx;

TEST_SUITE("unit") {
  TEST_CASE("flow curve: scales of a known curve") {
    // t^2 E = t / (1 + t) crosses 0.3 at 3/7; t times its slope, t / (1 + t)^2, crosses 0.2 at (3 - sqrt 5) / 2.
    FlowCurve curve;
    for (int n = 0; n <= 40; ++n) curve.add(0.05 * n, 0.05 * n / (1.0 + 0.05 * n));
    REQUIRE(curve.t0());
    CHECK(*curve.t0() == Approx(3.0 / 7.0).epsilon(1e-5));
    REQUIRE(curve.w0(0.2));
    CHECK(*curve.w0(0.2) == Approx(std::sqrt((3.0 - std::sqrt(5.0)) / 2.0)).epsilon(1e-3));
    CHECK_FALSE(curve.t0(0.9));
    CHECK_FALSE(curve.w0(0.3));  // its maximum is 1/4
  }

  TEST_CASE("flow curve: cubics are exact, few points do") {
    FlowCurve curve;
    CHECK_FALSE(curve.t0());
    curve.add(0, 0);
    CHECK_FALSE(curve.t0());
    curve.add(1, 1);
    CHECK(*curve.t0(0.25) == Approx(0.25));
    FlowCurve cubic;
    for (const double t : {0.0, 0.7, 1.0, 2.0}) cubic.add(t, t * t * t);
    CHECK(*cubic.t0(0.3) == Approx(std::cbrt(0.3)).epsilon(1e-12));
    CHECK(*cubic.w0(0.3) == Approx(std::sqrt(std::cbrt(0.1))).epsilon(1e-12));  // t 3 t^2 = 0.3
  }

  TEST_CASE("step size: grows and shrinks with the cube root, within bounds") {
    StepSize size(0.1, 1e-5);
    size.learn(0.1, 1e-5);
    CHECK(size.eps() == Approx(0.095));
    size.learn(0.1, 8e-5);
    CHECK(size.eps() == Approx(0.0475));
    size.learn(0.1, 0.0);
    CHECK(size.eps() == Approx(0.2));
    size.learn(0.1, 1e3);
    CHECK(size.eps() == Approx(0.02));
  }
}
