// These tests check t0, w0 and the step size of the adaptive flow.
#include "measure/flow_scale.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "base/error.hpp"
#include "flow/flow.hpp"

namespace glueball::test::unit_flow_scale {

using doctest::Approx;

namespace {

/// Rises fast at first, as a rough field does, and crosses 0.3 at t = 0.9561, with its slope at 1.0636^2.
double smooth_curve(double t) {
  return t * t * 12 * std::exp(-9 * t) + 0.3 * t * t / std::sqrt(t * t + 0.04) + 0.02 * std::sin(2.2 * t);
}

FlowCurve sampled(double interval, double end = 4) {
  FlowCurve curve;
  for (int n = 0; n * interval <= end + 1e-9; ++n) curve.add(n * interval, smooth_curve(n * interval));
  return curve;
}

/// Returns curves of an ensemble: noise that flows through times, as that of configurations does. Neighbours
/// of a chain have the correlation `memory`.
std::vector<FlowCurve> noisy_curves(std::size_t count, double width, std::mt19937_64& random,
                                    double memory = 0) {
  std::normal_distribution<double> normal;
  std::vector<FlowCurve> curves(count);
  const double fresh = std::sqrt(1 - memory * memory);
  double all = width * normal(random), tilt = width * normal(random), bend = width * normal(random);
  for (FlowCurve& curve : curves) {
    for (double* x : {&all, &tilt, &bend}) *x = memory * *x + fresh * width * normal(random);
    for (int n = 0; n <= 20; ++n) {
      const double t = 0.1 * n;
      curve.add(t, smooth_curve(t) * (1 + all + tilt * (t - 1) + bend * std::sin(3 * t)));
    }
  }
  return curves;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("flow curve: what the curve crosses is found at every interval and every value") {
    for (int k = 200; k <= 500; k += 20) {
      const FlowCurve curve = sampled(0.001 * k);
      for (int v = 320; v <= 900; ++v) {
        CAPTURE(k);
        CAPTURE(v);
        CHECK(curve.w0(0.001 * v));
        CHECK(curve.t0(0.001 * v));
      }
    }
    // As accurate as the interval allows.
    const double t0 = *sampled(0.001).t0(), w0 = *sampled(0.001).w0();
    CHECK(t0 == Approx(0.956128).epsilon(1e-5));
    CHECK(*sampled(0.1).t0() == Approx(t0).epsilon(1e-5));
    CHECK(*sampled(0.1).w0() == Approx(w0).epsilon(5e-5));
    CHECK(*sampled(0.2).w0() == Approx(w0).epsilon(1e-3));
    CHECK(*sampled(0.38).w0() == Approx(w0).epsilon(0.03));
  }

  TEST_CASE("flow curve: a crossing between two points is found, also where both are below") {
    FlowCurve hill;
    for (const double t : {0.0, 1.0, 2.0, 3.0}) hill.add(t, t * (3 - t));  // 2.25 at 1.5
    REQUIRE(hill.t0(2.2));
    CHECK(*hill.t0(2.2) == Approx(1.5 - std::sqrt(0.05)));
  }

  TEST_CASE("flow scales: the mean of one curve is the curve, and has no error") {
    const std::vector<FlowCurve> one{sampled(0.1)};
    const FlowScales scales = flow_scales(one);
    CHECK(*scales.t0.value == *one[0].t0());
    CHECK(*scales.w0.value == *one[0].w0());
    CHECK_FALSE(scales.t0.error);
    const std::vector<FlowCurve> unlike{sampled(0.1), sampled(0.2)};
    CHECK_THROWS_AS(flow_scales(unlike), Error);
    CHECK_FALSE(flow_scales({}).t0.value);
  }

  TEST_CASE("flow scales: a jackknife sample that does not come to the scale takes the error away") {
    // Two curves end above 0.3 and two below; without one of the upper ones the mean ends below.
    std::vector<FlowCurve> curves(4);
    for (std::size_t n = 0; n < 4; ++n)
      for (int i = 0; i <= 10; ++i) curves[n].add(0.1 * i, 0.1 * i * (n < 2 ? 0.35 : 0.26));
    const FlowScales scales = flow_scales(curves, 1);
    REQUIRE(scales.t0.value);
    CHECK(*scales.t0.value == Approx(0.3 / 0.305));
    CHECK(scales.t0.missed == 2);
    CHECK_FALSE(scales.t0.error);
    CHECK(flow_scales(curves, 2).t0.missed == 1);
  }

  TEST_CASE("flow scales: files of one chain have errors that know of it") {
    // A bin of one file, the default once, covers a quarter here.
    std::mt19937_64 random(20261123);
    constexpr int kEnsembles = 500;
    const double t0 = *sampled(0.1, 2).t0(), w0 = *sampled(0.1, 2).w0();
    int covered_t0 = 0, covered_w0 = 0, naive = 0;
    for (int n = 0; n < kEnsembles; ++n) {
      const auto curves = noisy_curves(500, 0.03, random, 0.85);
      const FlowScales scales = flow_scales(curves), of_bins = flow_scales(curves, 1);
      REQUIRE(scales.t0.error);
      REQUIRE(scales.w0.error);
      covered_t0 += std::abs(*scales.t0.value - t0) < *scales.t0.error;
      covered_w0 += std::abs(*scales.w0.value - w0) < *scales.w0.error;
      naive += std::abs(*of_bins.t0.value - t0) < *of_bins.t0.error;
      CHECK(*scales.t0.tau_int > 2);
      CHECK(*scales.t0.tau_int < 20);
    }
    MESSAGE("coverage ", double(covered_t0) / kEnsembles, " ", double(covered_w0) / kEnsembles, ", of bins ",
            double(naive) / kEnsembles);
    for (const int covered : {covered_t0, covered_w0}) {
      CHECK(covered > 0.6 * kEnsembles);
      CHECK(covered < 0.75 * kEnsembles);
    }
    CHECK(naive < 0.4 * kEnsembles);
    const auto two = noisy_curves(2, 0.03, random), three = noisy_curves(3, 0.03, random);
    CHECK_FALSE(flow_scales(two).t0.error);
    CHECK(flow_scales(three).t0.error);
    CHECK_FALSE(flow_scales(three).t0.reliable);
  }

  TEST_CASE("flow scales: errors cover what they say, and pulls have a width of one") {
    std::mt19937_64 random(20261122);
    for (const std::size_t bin : {1, 2}) {
      CAPTURE(bin);
      constexpr int kEnsembles = 600;
      const double t0 = *sampled(0.1, 2).t0(), w0 = *sampled(0.1, 2).w0();
      int covered_t0 = 0, covered_w0 = 0;
      double pulls_t0 = 0, pulls_w0 = 0, sum_t0 = 0, sum_w0 = 0;
      for (int n = 0; n < kEnsembles; ++n) {
        const FlowScales scales = flow_scales(noisy_curves(40, 0.03, random), bin);
        REQUIRE(scales.t0.error);
        REQUIRE(scales.w0.error);
        const double a = (*scales.t0.value - t0) / *scales.t0.error,
                     b = (*scales.w0.value - w0) / *scales.w0.error;
        covered_t0 += std::abs(a) < 1;
        covered_w0 += std::abs(b) < 1;
        pulls_t0 += a * a;
        pulls_w0 += b * b;
        sum_t0 += a;
        sum_w0 += b;
      }
      MESSAGE("coverage ", double(covered_t0) / kEnsembles, " ", double(covered_w0) / kEnsembles, ", pulls ",
              std::sqrt(pulls_t0 / kEnsembles), " ", std::sqrt(pulls_w0 / kEnsembles));
      for (const int covered : {covered_t0, covered_w0}) {
        CHECK(covered > 0.6 * kEnsembles);
        CHECK(covered < 0.75 * kEnsembles);
      }
      for (const double pulls : {pulls_t0, pulls_w0})
        CHECK(std::sqrt(pulls / kEnsembles) == Approx(1).epsilon(0.12));
      for (const double sum : {sum_t0, sum_w0}) CHECK(std::abs(sum / kEnsembles) < 0.15);
    }
  }

  TEST_CASE("flow curve: scales of a known curve") {
    // t^2 E = t / (1 + t) crosses 0.3 at 3/7; t times its slope, t / (1 + t)^2, crosses 0.2 at (3 - sqrt 5)
    // / 2.
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

}  // namespace glueball::test::unit_flow_scale
