#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "measure/jackknife.hpp"

namespace glueball::test::unit_statistics {
namespace {

/// x_{n+1} = a x_n + noise with unit variance of x: tau_int = (1 + a) / (2 (1 - a)), error of the mean sqrt(2
/// tau / n).
std::vector<double> autoregressive(double a, std::size_t n, unsigned seed, double mean) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> noise;
  std::vector<double> v(n);
  double x = noise(engine);
  for (auto& y : v) {
    y = mean + x;
    x = a * x + std::sqrt(1 - a * a) * noise(engine);
  }
  return v;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("the Gamma method finds tau and error of an AR(1) series") {
    for (double a : {0.0, 0.5, 0.8, 0.95}) {
      CAPTURE(a);
      const std::size_t n = 100000;
      const auto series = autoregressive(a, n, 7, 3.0);
      const double tau = (1 + a) / (2 * (1 - a));
      const double error = std::sqrt(2 * tau / double(n));
      const auto found = gamma_method(series);
      CHECK(std::abs(found.tau_int - tau) < 4 * found.tau_int_error + 0.01 * tau);
      CHECK(found.tau_int_error < 0.1 * tau);
      CHECK(found.error == doctest::Approx(error).epsilon(0.1));
      CHECK(std::abs(found.mean - 3.0) < 4 * error);
    }
  }

  TEST_CASE("the spread of means over many short series is the stated error") {
    double squares = 0, stated = 0;
    const int series_count = 400;
    for (int i = 0; i < series_count; ++i) {
      const auto found = gamma_method(autoregressive(0.6, 1000, 1000u + unsigned(i), 0.0));
      squares += found.mean * found.mean;
      stated += found.error;
    }
    // 400 series give the spread to 3.5%.
    CHECK(stated / series_count == doctest::Approx(std::sqrt(squares / series_count)).epsilon(0.12));
  }

  TEST_CASE("the Gamma method is defined for the shortest series") {
    CHECK(std::isnan(gamma_method({}).mean));
    CHECK(gamma_method(std::vector<double>{2.0}).mean == 2.0);
    CHECK(std::isnan(gamma_method(std::vector<double>{2.0}).error));
    const auto two = gamma_method(std::vector<double>{1.0, 3.0});
    CHECK(two.mean == 2.0);
    CHECK(two.error > 0);
    for (std::size_t n : {3, 5, 9, 10, 11, 20}) {
      const auto found = gamma_method(autoregressive(0.5, n, 3, 0.0));
      CHECK(std::isfinite(found.error));
      CHECK(found.error > 0);
    }
  }

  TEST_CASE("two samples tell nothing of a function's error") {
    // Their deviations are equal in size: seen before as 0, and called the same every time.
    const std::vector<std::vector<double>> two{{0.3, 1.0}, {0.5, 2.0}},
        three{{0.3, 1.0}, {0.5, 2.0}, {0.1, 1}};
    const auto variance = [](std::span<const double> m) { return m[1] - m[0] * m[0]; };
    CHECK(gamma_method(two, variance).mean == doctest::Approx(1.5 - 0.16));
    CHECK(std::isnan(gamma_method(two, variance).error));
    CHECK(std::isfinite(gamma_method(three, variance).error));
  }

  TEST_CASE("a constant series has no error and no memory, whatever rounding leaves") {
    for (const double value : {0.1, 1.0 / 3, -5.7e8, 0.0}) {
      CAPTURE(value);
      std::vector<double> series(1000, value);
      const auto equal = gamma_method(series);
      CHECK(equal.mean == value);
      CHECK(equal.error == 0);
      CHECK(equal.tau_int == 0.5);
      CHECK_FALSE(equal.reliable);  // nothing is known of how far off it is
      CHECK(binned_jackknife(series).error == 0);
      for (std::size_t i = 0; i < series.size(); i += 3) series[i] = std::nextafter(value, 1e9);
      for (std::size_t i = 500; i < series.size(); ++i)
        series[i] = std::nextafter(series[i], 1e9);  // and a trend
      const auto rounded = gamma_method(series);
      // About 0 nothing is rounding.
      if (value != 0) {
        CHECK(rounded.error == 0);
        CHECK(rounded.tau_int == 0.5);
      }
    }
    // A small change of a large number is one.
    std::vector<double> series(100, 1e6);
    for (std::size_t i = 0; i < series.size(); i += 2) series[i] += 1e-6;
    CHECK(gamma_method(series).error > 0);
  }

  TEST_CASE("the error of an anticorrelated series is as large as its mean is wrong") {
    // An earlier version gave an error eight times too small at a = -.5.
    for (const double a : {-0.9, -0.7, -0.5, -0.2}) {
      CAPTURE(a);
      const std::size_t n = 3000;
      const double tau = (1 + a) / (2 * (1 - a)), error = std::sqrt(2 * tau / double(n));
      double squares = 0, stated = 0;
      const int series_count = 200;
      for (int i = 0; i < series_count; ++i) {
        const auto found = gamma_method(autoregressive(a, n, 5000u + unsigned(i), 0.0));
        CHECK(found.error > 0.5 * error);
        CHECK(found.error < 2 * error);
        CHECK(found.reliable);
        squares += found.mean * found.mean / series_count;
        stated += found.error / series_count;
      }
      CHECK(stated == doctest::Approx(error).epsilon(0.05));
      CHECK(std::sqrt(squares) == doctest::Approx(error).epsilon(0.2));
    }
    // Perfect alternation is no better than one value of n.
    std::vector<double> alternating(51);
    for (std::size_t i = 0; i < alternating.size(); ++i) alternating[i] = i % 2 ? 1 : -1;
    const auto found = gamma_method(alternating);
    CHECK(found.tau_int < 0.1);
    CHECK(found.error > 0.9 / 51);
    CHECK(found.error < 10.0 / 51);
    CHECK(std::abs(found.mean) < found.error * 1.1);
  }

  TEST_CASE("fast alternation over a slow drift does not hide the drift") {
    const auto fast = autoregressive(-0.9, 20000, 21, 0.0), slow = autoregressive(0.95, 20000, 22, 0.0);
    std::vector<double> both(fast.size());
    for (std::size_t i = 0; i < both.size(); ++i) both[i] = 2 * fast[i] + slow[i];
    // Variances of the means add up: 4 * (2 tau of -.9) + (2 tau of .95).
    CHECK(gamma_method(both).error ==
          doctest::Approx(std::sqrt((4 * 0.1 / 1.9 + 39.0) / 20000)).epsilon(0.2));
  }

  TEST_CASE("a value that is no number is said, not summed") {
    auto series = autoregressive(0.5, 100, 3, 1.0);
    series[40] = std::nan("");
    series[50] = INFINITY;
    const auto found = gamma_method(series);
    CHECK(std::isnan(found.mean));
    CHECK(std::isnan(found.error));
    CHECK(found.not_finite == 2);
    CHECK(found.values == 100);
    CHECK_FALSE(found.reliable);
    std::vector<std::vector<double>> samples;
    for (const double x : series) samples.push_back({1.0, x});
    const auto of_function = gamma_method(samples, [](std::span<const double> m) { return m[0]; });
    CHECK(std::isnan(of_function.mean));
    CHECK(of_function.not_finite == 2);
  }

  TEST_CASE("one outlier, and series of two values") {
    std::vector<double> outlier(1000);
    outlier[300] = 50;
    CHECK(gamma_method(outlier).error == doctest::Approx(50.0 / 1000).epsilon(0.01));
    // The acceptance is 1 with probability .8.
    std::mt19937_64 engine(9);
    std::vector<double> accepted(4000);
    for (double& x : accepted) x = std::uniform_real_distribution()(engine) < 0.8;
    CHECK(gamma_method(accepted).error == doctest::Approx(std::sqrt(0.16 / 4000)).epsilon(0.1));
    CHECK(gamma_method(accepted).reliable);
  }

  TEST_CASE("an error from too few values is called so") {
    int reliable_of_short = 0, reliable_of_long = 0;
    for (unsigned seed = 0; seed < 100; ++seed) {
      reliable_of_short += gamma_method(autoregressive(0.9, 190, seed, 0.0)).reliable;  // 20 tau_int
      reliable_of_long += gamma_method(autoregressive(0.9, 5700, seed, 0.0)).reliable;  // 600
    }
    CHECK(reliable_of_short <= 10);
    CHECK(reliable_of_long >= 98);
    std::vector<double> drift(1000);
    for (std::size_t i = 0; i < drift.size(); ++i) drift[i] = double(i);
    CHECK_FALSE(gamma_method(drift).reliable);
    CHECK_FALSE(gamma_method(autoregressive(0, 9, 1, 0.0)).reliable);
  }

  TEST_CASE("the jackknife of a mean is the standard error, and bins take autocorrelation in") {
    const std::vector<double> v = {1, 2, 4, 9};
    // The sample variance is 12.666..., over 4 values.
    CHECK(binned_jackknife(v).mean == doctest::Approx(4.0));
    CHECK(binned_jackknife(v).error == doctest::Approx(std::sqrt(38.0 / 3 / 4)));
    CHECK(binned_jackknife(v, 2).error == doctest::Approx(2.5));
    CHECK(std::isnan(binned_jackknife(v, 4).error));
    const auto series = autoregressive(0.8, 100000, 11, 1.0);
    CHECK(binned_jackknife(series, 1).error == doctest::Approx(std::sqrt(1.0 / 100000)).epsilon(0.05));
    CHECK(binned_jackknife(series, 200).error == doctest::Approx(std::sqrt(9.0 / 100000)).epsilon(0.15));
  }
}

}  // namespace glueball::test::unit_statistics
