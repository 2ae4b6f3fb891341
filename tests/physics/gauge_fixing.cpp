// These tests compare relaxation with omega and annealing with relaxation, and fix a lattice of the
// literature's size. They take minutes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cpu/gauge_functional.hpp"
#include "cpu/plaquette.hpp"
#include "fix/fixing.hpp"
#include "measure/statistics.hpp"
#include "support/devices.hpp"
#include "update/heatbath.hpp"

namespace glueball::test::physics_gauge_fixing {
namespace {

gpu::Device& fastest() { return *devices().front(); }

Configuration thermal(const Geometry& geometry, double beta, int sweeps) {
  gpu::Device& device = fastest();
  GaugeHeatbath chain(device, preferred_options(device), {.couplings = {.beta = beta}, .seed = 12},
                      hot_configuration(geometry, 11));
  for (int step = 1; step <= sweeps; ++step) chain.sweep(step);
  // The chain runs in single precision: its links are in SU(3) to seven digits, those that are fixed to
  // sixteen.
  Configuration u = chain.configuration();
  for (Matrix3& link : u.links()) link = reunitarized(link);
  return u;
}

struct Fixed {
  long iterations = 0;
  double functional = 0;
};

Fixed fixed(const Configuration& u, FixParameters p, std::uint64_t start) {
  gpu::Device& device = fastest();
  p.grain = preferred_grain(device);
  p.seed = start + 1;
  GaugeFixing fixing(device, preferred_options(device), u, p);
  Transformation g = cpu::random_transformation(u.geometry(), start);
  FixPoint point;
  REQUIRE(fixing.run(g, point, [](const auto&) { return true; }) == GaugeFixing::End::converged);
  return {point.iterations, cpu::gauge_functional(gauge_transformed(u, g), p.gauge)};
}

TEST_SUITE("slow") {
  TEST_CASE("iterations against omega have a minimum well inside (1, 2)") {
    const Configuration u = thermal(Geometry({8, 8, 8, 8}), 6.1, 60);
    std::vector<long> iterations;
    for (const double omega : {1.0, 1.3, 1.5, 1.6, 1.7, 1.8, 1.9, 1.97}) {
      iterations.push_back(
          fixed(u, {.omega = omega, .theta = 1e-9, .interval = 10, .precision = FixPrecision::single}, 5)
              .iterations);
      MESSAGE("omega ", omega, ": ", iterations.back(), " iterations");
    }
    const auto least = std::min_element(iterations.begin(), iterations.end());
    CHECK(least > iterations.begin() + 1);
    CHECK(least < iterations.end() - 1);
    CHECK(*least * 2 < iterations.front());
    CHECK(*least * 2 < iterations.back());
  }

  TEST_CASE("simulated annealing reaches a larger mean functional than overrelaxation, 20 copies") {
    // The larger the lattice, the less the functional scatters from copy to copy: on 16^4, with 2000 sweeps,
    // annealing leads by six errors.
    const Configuration u = thermal(Geometry({12, 12, 12, 12}), 6.0, 60);
    std::vector<double> relaxed, annealed;
    for (std::uint64_t copy = 0; copy < 20; ++copy) {
      FixParameters p{.theta = 1e-7, .interval = 20, .precision = FixPrecision::single};
      relaxed.push_back(fixed(u, p, 100 + copy).functional);
      p.method = FixMethod::annealing;
      p.annealing = {.hottest = 1.6, .coldest = 0.3, .sweeps = 1500, .microcanonical = 3};
      annealed.push_back(fixed(u, p, 100 + copy).functional);
    }
    const Estimate a = binned_jackknife(annealed), b = binned_jackknife(relaxed);
    MESSAGE("overrelaxation ", b.mean, " +- ", b.error, ", annealing ", a.mean, " +- ", a.error);
    CHECK(a.mean - b.mean > 2 * std::hypot(a.error, b.error));
  }

  TEST_CASE("theta falls below 1e-12 on 16^4 at beta = 6") {
    const Configuration u = thermal(Geometry({16, 16, 16, 16}), 6.0, 30);
    gpu::Device& device = fastest();
    GaugeFixing fixing(device, preferred_options(device), u, {.grain = preferred_grain(device)});
    Transformation g = unit_transformation(u.geometry());
    FixPoint point;
    double first = 0;
    REQUIRE(fixing.run(g, point, [&](const GaugeFixing::Report& r) {
      if (first == 0) first = r.state.theta;
      return true;
    }) == GaugeFixing::End::converged);
    const Configuration v = gauge_transformed(u, g);
    const auto theta = cpu::divergence(v, Gauge::landau);
    MESSAGE(point.iterations, " iterations, theta from ", first, " to ", theta.mean);
    CHECK(first > 1);
    CHECK(theta.mean < 1e-12);
    CHECK(theta.largest < 1e-10);
    const double change = cpu::plaquette(v).average() - cpu::plaquette(u).average();
    MESSAGE("the plaquette changes by ", change);
    CHECK(std::abs(change) < 1e-12);
  }
}

}  // namespace

}  // namespace glueball::test::physics_gauge_fixing
