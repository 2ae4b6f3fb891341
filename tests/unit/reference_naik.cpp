// These tests check the reference of staggered quarks with Naik's term: written out, its limits and
// symmetries, the free field, the force.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/staggered.hpp"
#include "reference/distance.hpp"
#include "reference/gauge_force.hpp"
#include "reference/staggered_force.hpp"
#include "support/fields.hpp"

namespace glueball::test::unit_reference_naik {
namespace {

using namespace cpu;
using namespace reference;

/// A hop over three links wraps twice in y, never or once in the others.
const Geometry kGeometry({4, 2, 6, 8});

Boundary phases() {
  Boundary boundary = {1, -1, 1, -1};
  boundary.twist = {0.3, 0.7, -0.8, 0.1};
  boundary.imaginary_mu = 0.35;
  return boundary;
}

ParityColourField colours(Parity parity, std::uint32_t step) {
  return gaussian_colour(kGeometry, parity, 4712, step);
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: Naik's hops written out step by step, and their adjoint") {
    const Configuration u = hot_configuration(kGeometry, 61);
    const Boundary boundary = phases();
    const HopCoefficients c{.one = 0.9, .three = -0.3};
    const NaikOperator m(u, 0.1, boundary, c);
    const FullColourField a = {colours(Parity::even, 1), colours(Parity::odd, 1)};
    ParityColourField out(a[0].size()), expected(a[0].size());
    for (const Parity target : {Parity::even, Parity::odd}) {
      const ParityColourField& in = a[std::size_t(other(target))];
      m.hop(target, in, out);
      for (std::size_t n = 0; n < out.size(); ++n) {
        const Site s = kGeometry.half_site(target, n);
        expected[n] = {};
        for (int mu = 0; mu < kDirections; ++mu)
          for (const int steps : {1, 3}) {
            Site ahead = s, behind = s;
            for (int k = 0; k < steps; ++k) {
              ahead = kGeometry.neighbour(ahead, mu);
              behind = kGeometry.neighbour(behind, mu, -1);
            }
            ColourVector f = in[kGeometry.half_index(ahead)], b = in[kGeometry.half_index(behind)];
            for (int k = 0; k < steps; ++k) {
              ahead = kGeometry.neighbour(ahead, mu, -1);
              f = test::times(boundary.factor(kGeometry, ahead, mu) * u.link(ahead, mu), f);
              b = test::times(adjoint(boundary.factor(kGeometry, behind, mu) * u.link(behind, mu)), b);
              behind = kGeometry.neighbour(behind, mu);
            }
            const double weight = 0.5 * (steps == 1 ? c.one : c.three) * staggered_phase(s, mu);
            for (int i = 0; i < 3; ++i) expected[n][i] += weight * (f[i] - b[i]);
          }
      }
      CHECK(relative_error(out, expected) < 1e-15);
    }
    // D^+ = -D
    m.hop(Parity::even, a[1], out);
    m.hop(Parity::odd, a[0], expected);
    const double scale = std::sqrt(norm2(a[0]) * norm2(a[1]));
    CHECK(std::abs(dot(a[0], out) + dot(expected, a[1])) < 1e-13 * scale);
    CHECK(std::abs(dot(a[0], out)) > 1e-4 * scale);
  }

  TEST_CASE("reference: without hops over three links Naik's quarks are naive ones") {
    const Configuration u = hot_configuration(kGeometry, 62);
    const ParityColourField in = colours(Parity::even, 2);
    ParityColourField out(in.size()), expected(in.size());
    NaikOperator(u, 0.2, phases(), {.one = 1, .three = 0}).normal(in, out);
    StaggeredOperator(u, 0.2, phases()).normal(in, expected);
    CHECK(relative_error(out, expected) < 1e-15);
    NaikOperator(u, 0.2, phases()).normal(in, out);
    CHECK(relative_error(out, expected) > 0.01);
  }

  TEST_CASE("reference: free Naik quarks have M^+ M = m^2 + sum (9/8 sin p - 1/24 sin 3p)^2") {
    const double pi = std::numbers::pi, mass = 0.3;
    const Boundary boundary = phases();
    const NaikOperator m(Configuration(kGeometry), mass, boundary);
    for (const Site& k : {Site{0, 0, 0, 0}, Site{1, 1, 2, 3}, Site{2, 0, 4, 7}}) {
      double p[4], sum = mass * mass;
      for (int mu = 0; mu < 4; ++mu) {
        p[mu] = (2 * pi * k[mu] + (boundary.sign[mu] < 0 ? pi : 0.0) + pi * boundary.twist[mu]) /
                kGeometry.extent(mu);
        const double q = p[mu] + (mu == 3 ? boundary.imaginary_mu : 0.0);
        sum += std::pow(9.0 / 8 * std::sin(q) - std::sin(3 * q) / 24, 2);
      }
      ParityColourField wave(kGeometry.half_volume()), out(wave.size());
      for (std::size_t n = 0; n < wave.size(); ++n) {
        const Site s = kGeometry.half_site(Parity::even, n);
        const Complex phase = std::polar(1.0, p[0] * s[0] + p[1] * s[1] + p[2] * s[2] + p[3] * s[3]);
        wave[n] = {{phase, Complex(0.2, -0.7) * phase, -2.0 * phase}};
      }
      m.normal(wave, out);
      axpy(-sum, wave, out);
      CHECK(norm2(out) < 1e-29 * norm2(wave));
    }
  }

  TEST_CASE("reference: Naik's hops are gauge covariant") {
    const Configuration u = hot_configuration(kGeometry, 63);
    const std::vector<Matrix3> g = test::random_transformation(kGeometry, 64);
    const ParityColourField in = colours(Parity::odd, 3);
    ParityColourField out(in.size()), other(in.size());
    NaikOperator(u, 0.1, phases()).hop(Parity::even, in, out);
    NaikOperator(test::transformed(u, g), 0.1, phases())
        .hop(Parity::even, test::transformed(kGeometry, Parity::odd, in, g), other);
    CHECK(relative_error(other, test::transformed(kGeometry, Parity::even, out, g)) < 1e-14);
  }

  TEST_CASE("reference: Naik's force is minus the derivative of the hops between its fields") {
    const Configuration u = hot_configuration(kGeometry, 9);
    const HopCoefficients c{.one = 0.4, .three = -0.7};  // both count
    const FullColourField x = {colours(Parity::even, 5), colours(Parity::odd, 5)};
    Momenta force(kGeometry), along(kGeometry);
    naik_force(u, phases(), c, x, 1.0, force);
    for (const std::uint32_t step : {0u, 1u}) {
      gaussian_momenta(along, 10, step);
      const auto energy = [&](double tau) {
        Configuration moved = u;
        update_links(moved, along, tau);
        ParityColourField hopped(x[0].size());
        NaikOperator(moved, 0.0, phases(), c).hop(Parity::even, x[1], hopped);
        return 2.0 * dot(x[0], hopped).real();
      };
      constexpr double h = 1e-3;
      const double slope = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
      CHECK(std::abs(test::product(along, force) + slope) < 1e-7 * test::norm(force));
    }
    Momenta kicked = force;
    naik_force(u, phases(), c, x, -0.25, kicked);  // adds eps times the force
    for (std::size_t n = 0; n < kicked.values().size(); ++n)
      for (std::size_t a = 0; a < 8; ++a)
        CHECK(kicked.values()[n][a] == doctest::Approx(0.75 * force.values()[n][a]).epsilon(1e-13));
  }
}

}  // namespace glueball::test::unit_reference_naik
