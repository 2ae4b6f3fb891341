// These tests check the reference of the twisted-mass operator: adjoints, gamma5, even-odd forms, the free
// propagator.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "cpu/twisted_mass.hpp"
#include "unit/reference_operators.hpp"

namespace glueball::test::unit_reference_twisted_mass {
namespace {

using namespace cpu;
using namespace reference;

const Geometry kGeometry({4, 2, 6, 8});
constexpr double kKappa = 0.12, kMu = 0.3;

Boundary phases() {
  Boundary boundary = {1, 1, -1, -1};
  boundary.twist[0] = 0.4;
  boundary.imaginary_mu = 0.2;
  return boundary;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: twisted mass is the Wilson matrix and 2 i kappa mu gamma5") {
    const Configuration u = hot_configuration(kGeometry, 41);
    const TwistedMassOperator m(u, kKappa, kMu, phases());
    const WilsonOperator<double> wilson(u, kKappa, phases());
    const auto psi = test::full_noise(kGeometry, 5);
    auto out = psi, expected = psi;
    m.full(psi, out);
    wilson.full(psi, expected);
    for (int parity = 0; parity < 2; ++parity) {
      const ParitySpinorField turned = test::gamma5_times(psi[parity]);
      for (std::size_t n = 0; n < turned.size(); ++n)
        for (int spin = 0; spin < 4; ++spin)
          for (int c = 0; c < 3; ++c)
            expected[parity][n][spin][c] += Complex(0.0, 2.0 * kKappa * kMu) * turned[n][spin][c];
      CHECK(test::relative_difference(out[parity], expected[parity]) < 1e-15);
    }
  }

  TEST_CASE("reference: twisted mass, adjoints, gamma5-hermiticity with mu to -mu, even-odd solves") {
    const Configuration u = hot_configuration(kGeometry, 42);
    for (const double mu : {kMu, -kMu}) {
      const TwistedMassOperator m(u, kKappa, mu, phases());
      test::check_adjoints(m);
      test::check_solve(m);
      test::check_gamma5(m, TwistedMassOperator(u, kKappa, -mu, phases()));
    }
  }

  TEST_CASE("reference: twisted mass without a twist is the Wilson operator") {
    const Configuration u = hot_configuration(kGeometry, 43);
    const TwistedMassOperator m(u, kKappa, 0.0);
    const WilsonOperator<double> wilson(u, kKappa);
    const ParitySpinorField psi = test::noise(kGeometry, Parity::even, 6);
    ParitySpinorField a(psi.size()), b(psi.size());
    m.normal(psi, a);
    wilson.normal(psi, b);
    CHECK(test::relative_difference(a, b) < 1e-15);
  }

  TEST_CASE(
      "reference: free twisted quarks have M^+ M = (1 - 2 kappa sum cos p)^2 + 4 kappa^2 (sum sin^2 p + "
      "mu^2)") {
    const double pi = std::numbers::pi;
    const Boundary boundary = phases();
    const TwistedMassOperator m(Configuration(kGeometry), kKappa, kMu, boundary);
    const Spinor chi = test::noise(kGeometry, Parity::even, 7)[0];
    for (const Site& n : {Site{0, 0, 0, 0}, Site{1, 0, 2, 5}, Site{3, 1, 1, 2}}) {
      // psi(x + L) = sign e^{i pi twist} psi(x), and mu_I is added to p_t by the links.
      double p[4], cosines = 0.0, sines2 = 0.0;
      for (int mu = 0; mu < 4; ++mu) {
        p[mu] = (2 * pi * n[mu] + (boundary.sign[mu] < 0 ? pi : 0.0) + pi * boundary.twist[mu]) /
                kGeometry.extent(mu);
        const double seen = p[mu] + (mu == 3 ? boundary.imaginary_mu : 0.0);
        cosines += std::cos(seen);
        sines2 += std::sin(seen) * std::sin(seen);
      }
      FullField<double> psi = test::full_noise(kGeometry, 8), image = psi, twice = psi;
      for (int parity = 0; parity < 2; ++parity) {
        for (std::size_t k = 0; k < kGeometry.half_volume(); ++k) {
          const Site s = kGeometry.half_site(Parity(parity), k);
          const double angle = p[0] * s[0] + p[1] * s[1] + p[2] * s[2] + p[3] * s[3];
          for (int spin = 0; spin < 4; ++spin)
            for (int c = 0; c < 3; ++c) psi[parity][k][spin][c] = std::polar(1.0, angle) * chi[spin][c];
        }
      }
      m.full(psi, image);
      m.full(image, twice, true);
      const double wilson = 1.0 - 2.0 * kKappa * cosines;
      const double eigenvalue = wilson * wilson + 4.0 * kKappa * kKappa * (sines2 + kMu * kMu);
      for (int parity = 0; parity < 2; ++parity) {
        axpy(-eigenvalue, psi[parity], twice[parity]);
        CHECK(norm2(twice[parity]) < 1e-28 * norm2(psi[parity]));
      }
    }
  }
}

}  // namespace glueball::test::unit_reference_twisted_mass
