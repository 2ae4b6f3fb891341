// These tests compare forces with CL2QCD's unit-test values on its conf.00200 (4^4, periodic). CL2QCD's
// coefficients belong to lambda_a, ours to lambda_a / 2: each component is twice ours, |F|^2 four times ours.
#include <doctest/doctest.h>

#include "cpu/gamma.hpp"
#include "cpu/twisted_mass.hpp"
#include "physics/cl2qcd.hpp"
#include "rational/minimax.hpp"
#include "reference/fermion_force.hpp"
#include "reference/gauge_force.hpp"
#include "reference/multishift_cg.hpp"
#include "reference/staggered_force.hpp"

namespace glueball::test::physics_reference_cl2qcd_forces {
namespace {

using namespace cpu;
using namespace reference;
using test::conf_00200, test::kPeriodic, test::random_colours, test::random_field;

constexpr double kKappa = 0.125, kHeavier = 0.25;  // its kappa and kappaMP

double their_norm2(const Momenta& p) {
  double sum = 0.0;
  for (const auto& link : p.values())
    for (const double x : link) sum += 4.0 * x * x;
  return sum;
}

/// gamma5 times a number: it solves with Q = gamma5 M, so that its Y = Q X is gamma5 times ours.
ParitySpinorField gamma5_times(double factor, ParitySpinorField psi) {
  cpu::apply_gamma5(psi);
  for (Spinor& site : psi)
    for (auto& spin : site.s)
      for (Complex& z : spin) z *= factor;
  return psi;
}
FullField<double> gamma5_times(double factor, const FullField<double>& psi) {
  return {gamma5_times(factor, psi[0]), gamma5_times(factor, psi[1])};
}

/// The same fields seen from the next site in x: what its kernels do on odd sites happens on even ones.
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

/// Returns X with Mhat^+ Mhat X = b.
ParitySpinorField solved(const TwistedMassOperator& m, const ParitySpinorField& b) {
  ParitySpinorField x(b.size());
  conjugate_gradient(m, b, x, 1e-14);
  return x;
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: CL2QCD's force of rectangles") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    // Its test has the rectangles of the Symanzik action alone, with a c1 of seven digits: what is left of
    // the whole force when that of the plaquettes, c0 times Wilson's, is taken away.
    const GaugeCouplings couplings{.beta = 4.0, .c1 = -0.0833333};
    Momenta force(u.geometry());
    gauge_force(u, couplings, 1.0, force);
    gauge_force(u, 4.0, -couplings.c0(), force);
    CHECK(their_norm2(force) == test::relative(2016.6355154119337, 1e-12));
  }

  TEST_CASE("reference: CL2QCD's even-odd fermion force on drand48 fields") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    // Y are the values of the random field's even sites, X those of its odd ones. EVEN has Y on the odd sites
    // (its kernels take the other parity than they say), ODD, added to it, on the even ones.
    const FullField<double> source = random_field(u.geometry(), 16);
    const ParitySpinorField nothing(source[0].size()), y = gamma5_times(1.0, source[0]);
    Momenta force(u.geometry());
    fermion_force(u, kPeriodic, kKappa, {source[1], nothing}, {nothing, y}, 1.0, force);
    CHECK(their_norm2(force) == test::relative(1294.880037707632, 1e-13));
    fermion_force(u, kPeriodic, kKappa, {nothing, source[1]}, {y, nothing}, 1.0, force);
    CHECK(their_norm2(force) == test::relative(3659.59932413153, 1e-13));
  }

  TEST_CASE("reference: CL2QCD's forces of a determinant and of a ratio on all sites") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    const WilsonOperator<double> light(u, kKappa, kPeriodic), heavy(u, kHeavier, kPeriodic);
    const auto inverse = [&](const FullField<double>& b) {
      FullField<double> x;
      CHECK(solve(light, b, x, 1e-15).residual < 1e-13);
      return x;
    };
    // The values are 3e-8 and 5e-8 off, because CL2QCD's BiCGStab stops at the residual of its forces.
    const FullField<double> phi = random_field(u.geometry(), 21);
    // S = phi^+ (Q^2)^-1 phi: X = (Q^2)^-1 phi = M^-1 gamma5 Y, Y = Q^-1 phi = M^-1 gamma5 phi.
    {
      const FullField<double> y = inverse(gamma5_times(1.0, phi)), x = inverse(gamma5_times(1.0, y));
      Momenta force(u.geometry());
      fermion_force(u, kPeriodic, kKappa, x, gamma5_times(1.0, y), 1.0, force);
      CHECK(their_norm2(force) == test::relative(42199.514415107173, 1e-7));
    }
    // S = phi^+ R (Q^2)^-1 R phi with R = Q at the other kappa: Y = Q^-1 R phi = M^-1 M' phi, and a second
    // force with phi for -Y at that kappa.
    FullField<double> b = phi;
    heavy.full(phi, b);
    const FullField<double> y = inverse(b), x = inverse(gamma5_times(1.0, y));
    Momenta force(u.geometry());
    fermion_force(u, kPeriodic, kKappa, x, gamma5_times(1.0, y), 1.0, force);
    fermion_force(u, kPeriodic, kHeavier, x, gamma5_times(-1.0, phi), 1.0, force);
    CHECK(their_norm2(force) == test::relative(12480.139807156647, 1e-7));
  }

  TEST_CASE("reference: CL2QCD's even-odd forces of a determinant and of a ratio") {
    if (test::conf_00200_missing()) return;
    const Configuration u = shifted(conf_00200());
    const TwistedMassOperator light(u, kKappa, 0.0, kPeriodic), heavy(u, kHeavier, 0.0, kPeriodic);
    const ParitySpinorField phi = shifted_odd(u.geometry(), random_field(u.geometry(), 22)[0]);
    const auto kick = [&](const TwistedMassOperator& m, const ParitySpinorField& x,
                          const ParitySpinorField& y, Momenta& p) {
      const ForceFields f = force_fields(m, x, y);
      fermion_force(u, kPeriodic, m.kappa(), f.x, f.y, 1.0, p);
    };
    {
      const ParitySpinorField x = solved(light, phi);
      ParitySpinorField y(x.size());
      light.even_odd(x, y);
      Momenta force(u.geometry());
      kick(light, x, y, force);
      CHECK(their_norm2(force) == test::relative(3441.344988280136, 1e-8));
    }
    ParitySpinorField b(phi.size()), y = b;
    heavy.even_odd(phi, b);
    const ParitySpinorField x = solved(light, gamma5_times(1.0, b));
    light.even_odd(x, y);
    Momenta force(u.geometry());
    kick(light, x, y, force);
    kick(heavy, x, gamma5_times(-1.0, phi), force);
    CHECK(their_norm2(force) == test::relative(33313.511647643441, 1e-8));
  }

  TEST_CASE("reference: CL2QCD's staggered force on drand48 fields") {
    if (test::conf_00200_missing()) return;
    const Configuration u = conf_00200();
    const Geometry& g = u.geometry();
    // U A(x+mu) B(x)^+ from the even sites, then, added, from the odd ones, where A and B have changed places
    // but not values.
    const ParityColourField a = random_colours(g, 123), b = random_colours(g, 321);
    Boundary other_phases = kPeriodic;
    other_phases.twist[3] = 1.0;
    other_phases.spread = true;
    other_phases.imaginary_mu = 0.5678;
    struct Row {
      Boundary boundary;
      double even, both;
    };
    for (const Row& row : {Row{kPeriodic, 1995.1105623150542669, 3977.231580060397846},
                           Row{other_phases, 1950.7859609652412018, 3919.7908258193665461}}) {
      Momenta force(g);
      staggered_force(u, row.boundary, Parity::even, {b, a}, 1.0, force);
      CHECK(their_norm2(force) == test::relative(row.even, 1e-13));
      staggered_force(u, row.boundary, Parity::odd, {a, b}, 1.0, force);
      CHECK(their_norm2(force) == test::relative(row.both, 1e-13));
    }
  }

  TEST_CASE("reference: CL2QCD's force of a rooted staggered determinant") {
    if (test::conf_00200_missing()) return;
    // S = phi^+ r(A) phi, r(x) = c_0 + sum c_k / (x + p_k) for 1/sqrt(x) on [1e-5, 1], not brought to the
    // spectrum of A: a sum of forces of X_k = (A + p_k)^-1 phi.
    const Configuration u = conf_00200();
    const Geometry& g = u.geometry();
    const RationalFunction r = minimax({power_factor("-1/2")}, {1e-5, 1}, 8).function;
    Boundary with_mu = kPeriodic;
    with_mu.imaginary_mu = 0.5678;
    struct Row {
      Boundary boundary;
      std::uint64_t seed;
      double norm2;
    };
    for (const Row& row :
         {Row{kPeriodic, 123, 2214.9003939576623452}, Row{kPeriodic, 321, 1845.6513833002247793},
          Row{with_mu, 123, 2315.4175592593164765}, Row{with_mu, 321, 1932.6440761489629949}}) {
      const StaggeredOperator m(u, 0.125, row.boundary);
      std::vector<ParityColourField> x;
      multishift_cg(m, random_colours(g, row.seed), r.shifts, x, 1e-14);
      Momenta force(g);
      for (std::size_t k = 0; k < x.size(); ++k) {
        ParityColourField odd(g.half_volume());
        m.hop(Parity::odd, x[k], odd);
        staggered_force(u, row.boundary, {x[k], odd}, r.numerators[k], force);
      }
      CHECK(their_norm2(force) == test::relative(row.norm2, 1e-8));
    }
  }
}

}  // namespace glueball::test::physics_reference_cl2qcd_forces
