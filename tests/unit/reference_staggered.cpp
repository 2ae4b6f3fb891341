// These tests check the reference of the staggered operator: written out, its symmetries, its even-odd solve,
// the free field.
#include <doctest/doctest.h>
#include <omp.h>

#include <cmath>
#include <numbers>

#include "cpu/linalg.hpp"
#include "cpu/staggered.hpp"
#include "reference/cg.hpp"
#include "reference/distance.hpp"
#include "support/fields.hpp"
#include "unit/reference_operators.hpp"

namespace glueball::test::unit_reference_staggered {
namespace {

using namespace cpu;
using namespace reference;

const Geometry kGeometry({4, 2, 6, 8});

Boundary phases() {
  Boundary boundary = {1, -1, 1, -1};
  boundary.twist = {0.3, 0.0, -0.8, 0.1};
  boundary.imaginary_mu = 0.35;
  return boundary;
}

/// Returns the first spin of a noise spinor.
ParityColourField colours(const Geometry& g, Parity parity, std::uint32_t step) {
  const ParitySpinorField psi = test::noise(g, parity, step);
  ParityColourField chi(psi.size());
  for (std::size_t n = 0; n < chi.size(); ++n) chi[n].c = psi[n][0];
  return chi;
}
FullColourField full_colours(const Geometry& g, std::uint32_t step) {
  return {colours(g, Parity::even, step), colours(g, Parity::odd, step)};
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: staggered phases anticommute around every plaquette") {
    for (std::size_t n = 0; n < kGeometry.volume(); ++n) {
      const Site s = kGeometry.site(n);
      CHECK(staggered_phase(s, 0) == 1);
      CHECK(staggered_phase(s, 1) == (s[0] % 2 == 0 ? 1 : -1));
      for (int mu = 0; mu < 4; ++mu)
        for (int nu = 0; nu < mu; ++nu)
          CHECK(staggered_phase(s, mu) * staggered_phase(kGeometry.neighbour(s, mu), nu) ==
                -staggered_phase(s, nu) * staggered_phase(kGeometry.neighbour(s, nu), mu));
    }
  }

  TEST_CASE("reference: the staggered hop written out, and its adjoint") {
    const Configuration u = hot_configuration(kGeometry, 61);
    const Boundary boundary = phases();
    const StaggeredOperator m(u, 0.1, boundary);
    const FullColourField a = full_colours(kGeometry, 1);
    ParityColourField out(a[0].size()), expected(a[0].size());
    for (const Parity target : {Parity::even, Parity::odd}) {
      const ParityColourField& in = a[int(other(target))];
      m.hop(target, in, out);
      for (std::size_t n = 0; n < out.size(); ++n) {
        const Site s = kGeometry.half_site(target, n);
        expected[n] = {};
        for (int mu = 0; mu < 4; ++mu) {
          const Site ahead = kGeometry.neighbour(s, mu), behind = kGeometry.neighbour(s, mu, -1);
          const ColourVector f = test::times(u.link(s, mu), in[kGeometry.half_index(ahead)]);
          const ColourVector b = test::times(adjoint(u.link(behind, mu)), in[kGeometry.half_index(behind)]);
          const Complex to = boundary.factor(kGeometry, s, mu);
          const Complex from = std::conj(boundary.factor(kGeometry, behind, mu));
          for (int c = 0; c < 3; ++c)
            expected[n][c] += 0.5 * staggered_phase(s, mu) * (to * f[c] - from * b[c]);
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

  TEST_CASE("reference: staggered M^+ M is m^2 - D_eo D_oe, and the even-odd solve inverts M") {
    const StaggeredOperator m(hot_configuration(kGeometry, 62), 0.2, phases());
    const FullColourField truth = full_colours(kGeometry, 2);
    FullColourField image = truth, twice = truth, x;
    ParityColourField hat(truth[0].size());
    m.full({truth[0], ParityColourField(hat.size())}, image);
    m.full(image, twice, true);
    m.even_odd(truth[0], hat);
    CHECK(relative_error(hat, twice[0]) < 1e-14);
    CHECK(norm2(twice[1]) < 1e-28 * norm2(twice[0]));

    m.full(truth, image);
    CHECK(solve(m, image, x, 1e-14).residual < 1e-13);
    for (int parity = 0; parity < 2; ++parity) CHECK(relative_error(x[parity], truth[parity]) < 1e-11);
    const StaggeredOperator massless(Configuration(kGeometry), 0.0);
    CHECK_THROWS_WITH(massless.reconstruct(image, x), doctest::Contains("mass 0"));
    ParityColourField small(3);
    CHECK_THROWS_WITH(m.hop(Parity::even, small, hat), doctest::Contains("3 sites"));
  }

  TEST_CASE("reference: the staggered hop is gauge covariant") {
    const Configuration u = hot_configuration(kGeometry, 63);
    const std::vector<Matrix3> g = test::random_transformation(kGeometry, 64);
    const ParityColourField in = colours(kGeometry, Parity::odd, 3);
    ParityColourField out(in.size()), other(in.size());
    StaggeredOperator(u, 0.1, phases()).hop(Parity::even, in, out);
    StaggeredOperator(test::transformed(u, g), 0.1, phases())
        .hop(Parity::even, test::transformed(kGeometry, Parity::odd, in, g), other);
    CHECK(relative_error(other, test::transformed(kGeometry, Parity::even, out, g)) < 1e-14);
  }

  TEST_CASE("reference: free staggered quarks have M^+ M = m^2 + sum sin^2 p") {
    const double pi = std::numbers::pi, mass = 0.3;
    const Boundary boundary = phases();
    const StaggeredOperator m(Configuration(kGeometry), mass, boundary);
    for (const Site& k : {Site{0, 0, 0, 0}, Site{1, 1, 2, 3}, Site{2, 0, 4, 7}}) {
      double p[4], sum = mass * mass;
      for (int mu = 0; mu < 4; ++mu) {
        p[mu] = (2 * pi * k[mu] + (boundary.sign[mu] < 0 ? pi : 0.0) + pi * boundary.twist[mu]) /
                kGeometry.extent(mu);
        sum += std::pow(std::sin(p[mu] + (mu == 3 ? boundary.imaginary_mu : 0.0)), 2);
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

  TEST_CASE("reference: staggered operators and sums give the same bits on one thread and on three") {
    const Geometry g({8, 6, 8, 10});
    const StaggeredOperator m(hot_configuration(g, 65), 0.1);
    const ParityColourField a = colours(g, Parity::even, 4), b = colours(g, Parity::even, 5);
    const int before = omp_get_max_threads();
    double norm[2];
    Complex product[2];
    for (int k = 0; k < 2; ++k) {
      omp_set_num_threads(k == 0 ? 1 : 3);
      ParityColourField image(a.size());
      m.normal(a, image);
      norm[k] = norm2(image);
      product[k] = dot(b, image);
    }
    omp_set_num_threads(before);
    CHECK(norm[0] == norm[1]);
    CHECK(product[0] == product[1]);
    CHECK(dot(a, a).real() == doctest::Approx(norm2(a)).epsilon(1e-14));
  }
}

}  // namespace glueball::test::unit_reference_staggered
