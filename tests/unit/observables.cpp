#include "measure/observable.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.hpp"
#include "measure/jackknife.hpp"
#include "measure/wilson_loops.hpp"

using namespace glueball;

TEST_SUITE("unit") {
  TEST_CASE("observables are chosen by name, with parameters") {
    CHECK(make_observables("plaquette,wilson_loops:3x2,creutz").size() == 3);
    for (const char* bad : {"", "plaquette,", "wilson_loops:3", "wilson_loops:3x", "wilson_loops:0x2", "wilson_loops:2x2x2",
                            "plaquette:1", "creutz:1x4", "potential:2x1",
                            "charge:improved3"}) {
      CAPTURE(bad);
      CHECK_THROWS_AS(make_observables(bad), Error);
    }
    try {
      make_observables("plaquete");
      FAIL("an unknown observable was taken");
    } catch (const Error& error) {
      CHECK(error.status() == Status::usage);
      CHECK(std::string(error.what()).find("did you mean 'plaquette'?") != std::string::npos);
    }
  }

  TEST_CASE("jackknife of a mean is the error of the mean, of a square twice that times the mean") {
    std::vector<std::vector<double>> samples;
    std::vector<double> series;
    for (int i = 0; i < 40; ++i) {
      series.push_back(10 + std::sin(1.7 * i * i));
      samples.push_back({series.back()});
    }
    const Estimate plain = binned_jackknife(series, 4);
    const auto linear = jackknife(samples, [](std::span<const double> m) { return m[0]; }, 4);
    CHECK(linear.mean == doctest::Approx(plain.mean).epsilon(1e-14));
    CHECK(linear.error == doctest::Approx(plain.error).epsilon(1e-12));
    const auto square = jackknife(samples, [](std::span<const double> m) { return m[0] * m[0]; }, 4);
    CHECK(square.mean == doctest::Approx(plain.mean * plain.mean).epsilon(1e-14));
    CHECK(square.error == doctest::Approx(2 * plain.mean * plain.error).epsilon(1e-3));
    CHECK(jackknife(std::span(samples).first(1), [](std::span<const double> m) { return m[0]; }).error == 0);
  }

  TEST_CASE("loops with perimeter and area law give their string tension and potential") {
    const double sigma = 0.21, mu = 0.6;
    std::vector<WilsonLoops> ensemble;
    for (const double noise : {0.98, 1.02, 1.0}) {
      WilsonLoops w(4, 5);
      for (int r = 1; r <= 4; ++r)
        for (int t = 1; t <= 5; ++t) w.at(r, t) = noise * std::exp(-sigma * r * t - mu * (r + t));
      ensemble.push_back(w);
    }
    for (int r = 2; r <= 4; ++r)
      for (int t = 2; t <= 5; ++t) {
        const Estimate chi = creutz_ratio(ensemble, r, t);
        CHECK(chi.mean == doctest::Approx(sigma).epsilon(1e-12));
        CHECK(chi.error < 1e-12);  // a common factor cancels
      }
    CHECK(static_potential(ensemble, 3, 2).mean == doctest::Approx(3 * sigma + mu).epsilon(1e-12));
    ensemble[0].at(2, 2) *= 1.1;
    CHECK(creutz_ratio(ensemble, 2, 2).error > 0.01);
  }

  TEST_CASE("the susceptibility of the Polyakov loop is the volume times the variance of its modulus") {
    const std::vector<Complex> loops = {{0.1, 0}, {0, 0.3}, {-0.2, 0}};
    const SeriesEstimate chi = polyakov_susceptibility(loops, 1000);
    CHECK(chi.mean == doctest::Approx(1000 * (0.14 / 3 - 0.04)).epsilon(1e-12));
    CHECK(chi.error > 0);
  }

  TEST_CASE("the Gamma method of a function is that of the series to first order") {
    std::vector<std::vector<double>> samples;
    std::vector<double> series;
    double x = 0;
    for (int i = 0; i < 500; ++i) {
      x = 0.7 * x + std::sin(1.7 * i * i);
      series.push_back(10 + 0.1 * x);
      samples.push_back({series.back(), 3.0});
    }
    const auto plain = gamma_method(series);
    const auto square = gamma_method(samples, [](std::span<const double> m) { return m[1] * m[0] * m[0]; });
    CHECK(plain.tau_int > 1);
    CHECK(square.mean == doctest::Approx(3 * plain.mean * plain.mean).epsilon(1e-12));
    CHECK(square.error == doctest::Approx(6 * plain.mean * plain.error).epsilon(1e-9));
    CHECK(square.tau_int == doctest::Approx(plain.tau_int).epsilon(1e-9));
    CHECK(square.tau_int_error == doctest::Approx(plain.tau_int_error).epsilon(1e-9));
    CHECK(gamma_method(std::span(samples).first(1), [](std::span<const double> m) { return m[0]; }).error == 0);
  }
}
