// These tests check properties of flows on any gauge field: flows lower their action, converge at third
// order, and commute with gauge transformations. Smearings commute with them too. All tests use double
// precision on the CPU.
#include "reference/flow.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "cpu/field_strength.hpp"
#include "cpu/plaquette.hpp"
#include "reference/smear.hpp"
#include "support/gauge_transformed.hpp"

namespace glueball::test::property_flow {

using namespace cpu;
using namespace reference;
using doctest::Approx;

namespace {

const Geometry kGeometry({4, 6, 2, 4});

/// Returns random links, smooth enough for a Taylor series to mean something.
Configuration smooth(std::uint64_t seed) {
  Configuration u = hot_configuration(kGeometry, seed);
  for (int n = 0; n < 4; ++n) u = stout_smeared(u, 0.1);
  return u;
}

double distance(const Configuration& a, const Configuration& b) {
  double worst = 0.0;
  for (std::size_t n = 0; n < a.links().size(); ++n) {
    const Matrix3 d = a.links()[n] - b.links()[n];
    worst = std::max(worst, std::sqrt(trace(d * adjoint(d)).real()));
  }
  return worst;
}

Configuration flowed(Configuration u, const FlowAction& action, double time, int steps) {
  for (int n = 0; n < steps; ++n) flow_step(u, action, time / steps);
  return u;
}

}  // namespace

TEST_SUITE("property") {
  TEST_CASE("flow: the plaquette rises at every step") {
    for (const auto& action : {kWilsonFlow, kSymanzikFlow, kZeuthenFlow}) {
      Configuration u = hot_configuration(kGeometry, 5);
      double last = plaquette(u).average();
      for (int n = 0; n < 10; ++n) {
        flow_step(u, action, 0.02);
        const double now = plaquette(u).average();
        CHECK(now > last);
        last = now;
      }
      CHECK(unitarity_deviation(u.links()[17]) < 1e-12);
    }
  }

  TEST_CASE("flow: the step's error is of third order, its estimate is that of a second-order scheme") {
    for (const auto& action : {kWilsonFlow, kZeuthenFlow}) {
      const Configuration u = smooth(6), exact = flowed(u, action, 0.16, 64);
      std::vector<double> error, estimate;
      for (const int steps : {4, 8, 16}) {
        error.push_back(distance(flowed(u, action, 0.16, steps), exact));
        Configuration once = u;
        estimate.push_back(flow_step(once, action, 0.16 / steps));
      }
      for (int n = 0; n < 2; ++n) {
        CAPTURE(n);
        CHECK(std::log2(error[n] / error[n + 1]) == Approx(3.0).epsilon(0.1));
        CHECK(std::log2(estimate[n] / estimate[n + 1]) ==
              Approx(3.0).epsilon(0.1));  // one step: a power more
      }
    }
  }

  TEST_CASE("flow and smearing commute with gauge transformations") {
    const Configuration u = smooth(7), v = test::gauge_transformed(u, 8);
    REQUIRE(distance(u, v) > 1.0);
    const auto commutes = [&](auto smear) {
      return distance(test::gauge_transformed(smear(u), 8), smear(v));
    };
    for (const auto& action : {kWilsonFlow, kSymanzikFlow, kZeuthenFlow})
      CHECK(commutes([&](const Configuration& c) { return flowed(c, action, 0.1, 2); }) < 1e-13);
    CHECK(commutes([](const Configuration& c) { return stout_smeared(c, 0.1, 3); }) < 1e-13);
    for (const auto projection : {Projection::maximal_trace, Projection::polar}) {
      ApeParameters ape = ape_alpha(0.4, 3);
      ape.projection = projection;
      CHECK(commutes([&](const Configuration& c) { return ape_smeared(c, ape); }) < 1e-11);
      CHECK(commutes([&](const Configuration& c) { return hyp_smeared(c, {.projection = projection}); }) <
            1e-10);
    }
    for (const auto kind : {FieldStrength::clover, FieldStrength::improved2, FieldStrength::improved4,
                            FieldStrength::rectangles2, FieldStrength::rectangles4}) {
      CHECK(action_density(v, kind).energy() == Approx(action_density(u, kind).energy()).epsilon(1e-12));
      CHECK(action_density(v, kind).charge == Approx(action_density(u, kind).charge).epsilon(1e-10));
    }
  }

  TEST_CASE("charge: a reflection turns its sign and leaves the energy") {
    // x -> -x: U'_x(x) = U_x(-x-1)^+, the other links move along.
    const Configuration u = smooth(9);
    Configuration v = u;
    const Geometry& g = u.geometry();
    for (std::size_t n = 0; n < g.volume(); ++n) {
      Site mirror = g.site(n);
      mirror[0] = (g.extent(0) - mirror[0]) % g.extent(0);
      for (int mu = 1; mu < kDirections; ++mu) v.link(n, mu) = u.link(mirror, mu);
      v.link(n, 0) = adjoint(u.link(g.neighbour(mirror, 0, -1), 0));
    }
    const auto a = action_density(u), b = action_density(v);
    REQUIRE(std::abs(a.charge) > 1e-3);
    CHECK(b.charge == Approx(-a.charge).epsilon(1e-10));
    CHECK(b.energy() == Approx(a.energy()).epsilon(1e-12));
  }

  TEST_CASE("field strength: improvement removes the powers of the lattice spacing that it says") {
    // These are abelian plane waves, one in each direction of the plane: F is known at every site.
    const auto error = [](FieldStrength kind, int extent) {
      const Geometry g({extent, 2, 2, extent});
      const double p = 2.0 * 3.14159265358979323846 / extent, amplitude = 1e-3;
      Configuration u(g);
      for (std::size_t n = 0; n < g.volume(); ++n) {
        const Site s = g.site(n);
        // A_t(x) = amplitude sin(p x) lambda_3 and A_x(t) alike; F_xt = d_x A_t - d_t A_x
        const double a = amplitude * std::sin(p * s[0]), b = amplitude * std::sin(p * s[3]);
        Matrix3 &ut = u.link(n, 3), &ux = u.link(n, 0);
        ut[0][0] = std::polar(1.0, a), ut[1][1] = std::polar(1.0, -a);
        ux[0][0] = std::polar(1.0, b), ux[1][1] = std::polar(1.0, -b);
      }
      const Site at{1, 0, 0, 3};
      const double wanted = amplitude * p * (std::cos(p * at[0]) - std::cos(p * at[3]));
      const double found = field_strength(u, at, 0, 3, kind)[0][0].real();
      return std::abs(found / wanted - 1.0);
    };
    const auto order = [&](FieldStrength kind) { return std::log2(error(kind, 16) / error(kind, 32)); };
    CHECK(order(FieldStrength::clover) == Approx(2.0).epsilon(0.1));
    CHECK(order(FieldStrength::improved2) == Approx(4.0).epsilon(0.1));
    CHECK(order(FieldStrength::improved4) == Approx(6.0).epsilon(0.1));
    CHECK(order(FieldStrength::rectangles2) == Approx(4.0).epsilon(0.1));
    CHECK(order(FieldStrength::rectangles4) == Approx(6.0).epsilon(0.1));
  }
}

}  // namespace glueball::test::property_flow
