#include "measure/statistics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

using namespace glueball;

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
    CHECK(gamma_method({}).error == 0);
    CHECK(gamma_method(std::vector<double>{2.0}).mean == 2.0);
    CHECK(gamma_method(std::vector<double>(10, 1.5)).error == 0);
    const auto two = gamma_method(std::vector<double>{1.0, 3.0});
    CHECK(two.mean == 2.0);
    CHECK(two.error > 0);
    for (std::size_t n : {3, 5, 9, 10, 11, 20}) {
      const auto found = gamma_method(autoregressive(0.5, n, 3, 0.0));
      CHECK(std::isfinite(found.error));
      CHECK(found.error > 0);
    }
    // Alternating signs: less than independent, never an imaginary error.
    std::vector<double> alternating(50);
    for (std::size_t i = 0; i < alternating.size(); ++i) alternating[i] = i % 2 ? 1 : -1;
    CHECK(gamma_method(alternating).tau_int < 0.5);
    CHECK(gamma_method(alternating).error > 0);
  }

  TEST_CASE("the jackknife of a mean is the standard error, and bins take autocorrelation in") {
    const std::vector<double> v = {1, 2, 4, 9};
    // Sample variance 12.666..., over 4 values.
    CHECK(binned_jackknife(v).mean == doctest::Approx(4.0));
    CHECK(binned_jackknife(v).error == doctest::Approx(std::sqrt(38.0 / 3 / 4)));
    CHECK(binned_jackknife(v, 2).error == doctest::Approx(2.5));
    CHECK(binned_jackknife(v, 4).error == 0);
    const auto series = autoregressive(0.8, 100000, 11, 1.0);
    CHECK(binned_jackknife(series, 1).error == doctest::Approx(std::sqrt(1.0 / 100000)).epsilon(0.05));
    CHECK(binned_jackknife(series, 200).error == doctest::Approx(std::sqrt(9.0 / 100000)).epsilon(0.15));
  }
}
