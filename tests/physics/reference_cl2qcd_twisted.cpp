// These tests compare twisted-mass quarks, twists and chemical potential with CL2QCD's values. CL2QCD's sign
// of mu is the opposite of ours.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "cpu/gamma.hpp"
#include "cpu/linalg.hpp"
#include "cpu/twisted_mass.hpp"
#include "physics/cl2qcd.hpp"
#include "unit/reference_naive.hpp"

namespace glueball::test::physics_reference_cl2qcd_twisted {
namespace {

using namespace cpu;
using namespace reference;
using test::conf_00200, test::kPeriodic, test::norm2_full, test::random_field;

constexpr double kKappa = 0.125, kMu = 0.006;

struct Row {
  std::uint64_t seed;
  double once, twice;
};

void apply_gamma5(FullField<double>& psi) {
  for (ParitySpinorField& half : psi) cpu::apply_gamma5(half);
}

/// Returns the same fields seen from the next site in x: fields on odd sites move to even ones.
Configuration shifted(const Configuration& u) {
  Configuration v(u.geometry());
  for (std::size_t n = 0; n < u.geometry().volume(); ++n) {
    const Site s = u.geometry().site(n);
    for (int mu = 0; mu < kDirections; ++mu) v.link(s, mu) = u.link(u.geometry().neighbour(s, 0), mu);
  }
  return v;
}
ParitySpinorField shifted_odd(const Geometry& g, const ParitySpinorField& odd) {
  ParitySpinorField even(odd.size());
  for (std::size_t n = 0; n < even.size(); ++n)
    even[n] = odd[g.half_index(g.neighbour(g.half_site(Parity::even, n), 0))];
  return even;
}

/// Returns the sum over a full field of conj(xi) psi.
Complex dot_full(const FullField<double>& xi, const FullField<double>& psi) {
  return dot(xi[0], psi[0]) + dot(xi[1], psi[1]);
}

/// Returns links that are all the constant SU(3) matrix of CL2QCD's kernel tests, in six digits.
Configuration constant_links(const Geometry& g) {
  Matrix3 m;
  m[0] = {Complex(.130189, .260378), Complex(.260378, .390567), Complex(.520756, .650945)};
  m[1] = {Complex(.572742, .403041), Complex(.371222, .321726), Complex(-.449002, -.258088)};
  m[2] = {Complex(1.11022e-16, .651751), Complex(.0271563, -.733219), Complex(-.0271563, .190094)};
  Configuration u(g);
  for (Matrix3& link : u.links()) link = m;
  return u;
}

/// Returns 1 + 2 i, 3 + 4 i, ..., 23 + 24 i on every site, in CL2QCD's basis.
ParitySpinorField ascending(const Geometry& g) {
  Spinor psi;
  for (int spin = 0; spin < 4; ++spin)
    for (int c = 0; c < 3; ++c) psi[spin][c] = Complex(6 * spin + 2 * c + 1, 6 * spin + 2 * c + 2);
  return ParitySpinorField(g.half_volume(), test::from_cl2qcd(psi));
}

/// Returns real plus imaginary parts of all components in CL2QCD's basis, per site.
double component_sum(const ParitySpinorField& psi) {
  double sum = 0.0;
  for (const Spinor& site : psi)
    for (const auto& spin : test::to_cl2qcd(site).s)
      for (const Complex& z : spin) sum += z.real() + z.imag();
  return sum / double(psi.size());
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: CL2QCD's twisted-mass matrices of both signs on drand48 fields") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    const TwistedMassOperator plus(u, kKappa, -kMu, kPeriodic), minus(u, kKappa, kMu, kPeriodic);
    // Its tests of Q take the program's default action, which has no twist.
    const TwistedMassOperator untwisted(u, kKappa, 0.0, kPeriodic);
    const auto check = [&](const Row& row, auto apply) {
      FullField<double> once = random_field(u.geometry(), row.seed);
      apply(once);
      CHECK(norm2_full(once) == test::relative(row.once, 1e-13));
      apply(once);
      CHECK(norm2_full(once) == test::relative(row.twice, 1e-13));
    };
    const auto matrix = [](const TwistedMassOperator& m, bool times_gamma5) {
      return [&m, times_gamma5](FullField<double>& psi) {
        FullField<double> image = psi;
        m.full(psi, image);
        psi = image;
        if (times_gamma5) apply_gamma5(psi);
      };
    };
    check({4, 2536.3274644928938, 4202.4585412814668}, matrix(plus, false));
    check({6, 2648.2135270529998, 4457.8676622761632}, matrix(minus, false));
    check({4, 2536.3229189621006, 4253.3268746160957}, matrix(untwisted, true));
    check({5, 2614.8228264606378, 4430.2973098680795}, matrix(untwisted, true));
    check({6, 4503.5782668210904, 20604.833689935829}, [&](FullField<double>& psi) {
      matrix(untwisted, true)(psi);
      matrix(untwisted, true)(psi);
    });
  }

  TEST_CASE("reference: CL2QCD's even-odd matrices on drand48 fields") {
    if (test::conf_00200_missing()) return;
    // Its kernels write the other parity than they say: Aee acts on the odd sites, with the values that the
    // even sites of the random field had. Seen from the next site these are our even sites. The same is done
    // without a twist.
    const Configuration u = shifted(conf_00200());
    const Geometry& g = u.geometry();
    const TwistedMassOperator m(u, kKappa, 0.0, kPeriodic);
    const auto field = [&](std::uint64_t seed) { return shifted_odd(g, random_field(g, seed)[0]); };
    const auto check = [&](const Row& row, auto apply) {
      ParitySpinorField once = field(row.seed);
      apply(once);
      CHECK(norm2(once) == test::relative(row.once, 1e-13));
      apply(once);
      CHECK(norm2(once) == test::relative(row.twice, 1e-13));
    };
    const auto hat = [&](ParitySpinorField& psi) {
      ParitySpinorField image(psi.size());
      m.even_odd(psi, image);
      psi = image;
    };
    check({5, 1114.183875802898, 1304.0219632505139}, hat);
    check({6, 1125.22036086961, 1315.8354179702137}, hat);
    check({7, 1095.6614513886482, 1285.3471211115243}, [&](ParitySpinorField& psi) {
      hat(psi);
      cpu::apply_gamma5(psi);
    });
    // Q+ Q- = gamma5 Mhat gamma5 Mhat
    check({9, 1350.5870046327818, 2182.2775949059878}, [&](ParitySpinorField& psi) {
      ParitySpinorField image(psi.size());
      m.normal(psi, image);
      psi = image;
    });
  }

  TEST_CASE("reference: CL2QCD's component sums with twists and imaginary chemical potential") {
    const Geometry g({4, 4, 4, 8});
    const double kappa = 0.123456, pi = std::numbers::pi;
    const ParitySpinorField psi = ascending(g);
    {
      FullField<double> out = {psi, psi};
      WilsonOperator<double>(Configuration(g), kappa, kPeriodic).full({psi, psi}, out);
      CHECK(component_sum(out[0]) == test::relative(3.7056, 1e-13));
      WilsonOperator<double>(constant_links(g), kappa, kPeriodic).full({psi, psi}, out);
      CHECK(component_sum(out[1]) == test::relative(197.113059468288, 1e-13));
    }
    const double cases[5][3] = {{0, 0, 0}, {1, 0, 0}, {0.3, 0.7, 0}, {0, 0, 0.5678}, {-0.4, 1, 1.2}};
    for (const auto& [theta_t, theta_s, mu] : cases) {
      Boundary boundary = kPeriodic;
      boundary.twist = {theta_s, theta_s, theta_s, theta_t};
      boundary.imaginary_mu = mu;
      boundary.spread = true;
      ParitySpinorField out(psi.size());
      const WilsonOperator<double> m(constant_links(g), kappa, boundary);
      m.hop(Parity::even, psi, out);
      const double space = pi * theta_s / 4, time = mu + pi * theta_t / 8;
      const double sum = -72.61889049538559 * std::cos(space) - 30.2680500363264 * std::cos(time) +
                         144.307369760256 * std::sin(space) + 44.84641322803201 * std::sin(time);
      CHECK(-kappa * component_sum(out) == test::relative(sum, 1e-12));
    }
  }

  TEST_CASE("reference: CL2QCD's twisted-mass correlators along z") {
    if (test::conf_00200_missing()) return;
    const auto c = test::cl2qcd_pion(TwistedMassOperator(conf_00200(), 0.15, -4.0, kPeriodic));
    // The values are from inverter_test_ref2, with the residual that CL2QCD stops at.
    const double expected[4] = {6.40008946516344e-3, 1.17492646085198e-4, 2.50278817534017e-6,
                                1.18464343697740e-4};
    for (int z = 0; z < 4; ++z) CHECK(c[z] == test::relative(expected[z], 1e-11));
    const Configuration cold(Geometry({4, 4, 4, 4}));
    const auto free = test::cl2qcd_pion(TwistedMassOperator(cold, 0.15, -4.0, kPeriodic));
    const double known[3] = {6.35347927764573e-3, 1.21141739833823e-4, 2.40482229187376e-6};
    for (int z = 0; z < 3; ++z) CHECK(free[z] == test::relative(known[z], 1e-11));
  }

  TEST_CASE("reference: CL2QCD's chiral condensates from sources of ones") {
    if (test::conf_00200_missing()) return;
    // In CL2QCD's basis the values are -Im xi^+ gamma5 M^-1 xi with a twisted mass and Re xi^+ M^-1 xi
    // without, times 4 kappa / 12 V.
    const double kappa = 0.15;
    const auto condensate = [&](const auto& m, bool twisted, bool slice) {
      const Geometry& g = m.geometry();
      Spinor ones;
      for (auto& spin : ones.s) spin.fill(1.0);
      FullField<double> xi = {ParitySpinorField(g.half_volume()), ParitySpinorField(g.half_volume())}, phi;
      for (int parity = 0; parity < 2; ++parity)
        for (std::size_t n = 0; n < g.half_volume(); ++n)
          if (!slice || g.half_site(Parity(parity), n)[2] == 0) xi[parity][n] = test::from_cl2qcd(ones);
      CHECK(solve(m, xi, phi, 1e-14).residual < 1e-13);
      const double norm = 4.0 * kappa / (12.0 * double(g.volume()));
      if (!twisted) return norm * dot_full(xi, phi).real();
      apply_gamma5(xi);
      return norm * dot_full(xi, phi).imag();  // their gamma5 is minus ours
    };
    const Configuration cold(Geometry({4, 4, 4, 4})), u = conf_00200();
    const TwistedMassOperator free(cold, kappa, -4.0, kPeriodic);
    CHECK(condensate(free, true, false) == test::relative(18.0 / 37.0, 1e-13));
    CHECK(condensate(free, true, true) == test::relative(0.116971963846964, 1e-12));
    CHECK(condensate(TwistedMassOperator(u, kappa, -4.0, kPeriodic), true, true) ==
          test::relative(0.0686307941352032, 1e-12));
    CHECK(condensate(WilsonOperator<double>(u, kappa, kPeriodic), false, true) ==
          test::relative(0.135706953188924, 1e-12));
  }
}

}  // namespace glueball::test::physics_reference_cl2qcd_twisted
