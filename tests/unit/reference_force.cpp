// These tests compare the reference's forces with finite differences of the actions, on hot links and an
// asymmetric lattice.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "cpu/chiral_block.hpp"
#include "cpu/clover_operator.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/plaquette.hpp"
#include "reference/cg.hpp"
#include "reference/clover_force.hpp"
#include "reference/fermion_force.hpp"
#include "reference/gauge_force.hpp"
#include "reference/staggered_force.hpp"

namespace glueball::test::unit_reference_force {
namespace {

using namespace cpu;
using namespace reference;

using Action = std::function<double(const Configuration&)>;

/// Returns dS/dtau along U -> exp(i tau P) U: central differences at h and 2h are extrapolated to O(h^4).
double derivative(const Action& action, const Configuration& u, const Momenta& p, double h) {
  const auto at = [&](double tau) {
    Configuration moved = u;
    update_links(moved, p, tau);
    return action(moved);
  };
  return (8.0 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12.0 * h);
}

double product(const Momenta& p, const Momenta& force) {
  double sum = 0.0;
  for (std::size_t n = 0; n < p.values().size(); ++n)
    for (int a = 0; a < 8; ++a) sum += p.values()[n][a] * force.values()[n][a];
  return sum;
}

double norm(const Momenta& p) { return std::sqrt(product(p, p)); }

/// Compares a force with the action: along random momenta on every link at once, then link by link and
/// generator by generator where wrapping and parity differ.
void compare(const Action& action, const Configuration& u, const Momenta& force, double tolerance) {
  const Geometry& g = u.geometry();
  Momenta p(g);
  gaussian_momenta(p, 31, 0);
  CHECK(std::abs(derivative(action, u, p, 2e-3) + product(p, force)) <
        tolerance * norm(p) * norm(force) / 100);

  const double typical = norm(force) / std::sqrt(8.0 * double(p.values().size()));
  CHECK(typical > 0.0);
  const Site last = {g.extent(0) - 1, g.extent(1) - 1, g.extent(2) - 1, g.extent(3) - 1};
  int a = 0;
  for (const Site& s :
       {Site{0, 0, 0, 0}, last, Site{1, 0, g.extent(2) - 1, 2}, Site{2, 1, 3, g.extent(3) - 1}}) {
    for (int mu = 0; mu < kDirections; ++mu, a = (a + 3) % 8) {
      CAPTURE(mu);
      CAPTURE(a);
      Momenta one(g);
      one.at(g.index(s), mu)[a] = 1.0;
      CHECK(std::abs(derivative(action, u, one, 2e-2) + product(one, force)) < tolerance * typical);
    }
  }
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: staples close every plaquette four times") {
    const Configuration u = hot_configuration(Geometry({4, 2, 6, 8}), 17);
    double sum = 0.0;
    for (std::size_t n = 0; n < u.geometry().volume(); ++n)
      for (int mu = 0; mu < kDirections; ++mu)
        sum += trace(u.link(n, mu) * staple_sum(u, u.geometry().site(n), mu)).real();
    const double plaquettes = 6.0 * double(u.geometry().volume());
    CHECK(sum == doctest::Approx(4.0 * 3.0 * plaquettes * plaquette(u).average()).epsilon(1e-11));
    CHECK(gauge_action(u, 5.5) ==
          doctest::Approx(5.5 * plaquettes * (1 - plaquette(u).average())).epsilon(1e-13));
  }

  TEST_CASE("reference: cold links have unit observables and no force") {
    const Configuration u{Geometry({4, 2, 6, 8})};
    CHECK(plaquette(u).spatial == 1.0);
    CHECK(plaquette(u).temporal == 1.0);
    CHECK(link_trace(u) == 1.0);
    CHECK(polyakov_loop(u) == Complex(1.0));
    CHECK(gauge_action(u, 6.0) == 0.0);
    Momenta p(u.geometry());
    gauge_force(u, 6.0, 1.0, p);
    CHECK(norm(p) == 0.0);
  }

  TEST_CASE("reference: the gauge force is minus the derivative of Wilson's action") {
    const Configuration u = hot_configuration(Geometry({4, 2, 6, 8}), 6);
    const double beta = 5.7;
    Momenta force(u.geometry());
    gauge_force(u, beta, 1.0, force);
    compare([&](const Configuration& v) { return gauge_action(v, beta); }, u, force, 1e-6);

    Momenta kicked = force;
    gauge_force(u, beta, -0.25, kicked);  // adds eps times the force
    for (std::size_t n = 0; n < kicked.values().size(); ++n)
      for (int a = 0; a < 8; ++a)
        CHECK(kicked.values()[n][a] == doctest::Approx(0.75 * force.values()[n][a]).epsilon(1e-13));
  }

  TEST_CASE("reference: the fermion force is minus the derivative of the pseudofermion action") {
    Boundary phases = {1, -1, 1, 1};
    phases.twist = {0.4, 0.0, -0.7, 0.2};
    phases.imaginary_mu = 0.3;
    for (const Boundary& boundary : {kAntiperiodicInTime, Boundary{-1, -1, 1, 1}, phases}) {
      const Geometry g({4, 2, 6, 8});
      const Configuration u = hot_configuration(g, 9);
      const double kappa = 0.13;
      const ParitySpinorField phi = gaussian_spinor(g, Parity::even, 5, 0);
      const auto solve_normal = [&](const WilsonOperator<double>& m) {
        ParitySpinorField x(phi.size());
        conjugate_gradient(m, phi, x, 1e-14);
        return x;
      };
      const WilsonOperator<double> m(u, kappa, boundary);
      const ForceFields fields = force_fields(m, solve_normal(m));
      Momenta force(g);
      fermion_force(u, boundary, kappa, fields.x, fields.y, 1.0, force);
      compare(
          [&](const Configuration& v) {
            const WilsonOperator<double> moved(v, kappa, boundary);
            return dot(phi, solve_normal(moved)).real();
          },
          u, force, 1e-6);
    }
  }

  TEST_CASE("reference: the staggered force is minus the derivative of a hop between its fields") {
    Boundary phases = {1, -1, 1, 1};
    phases.twist = {0.4, 0.0, -0.7, 0.2};
    phases.imaginary_mu = 0.3;
    const Geometry g({4, 2, 6, 8});
    const Configuration u = hot_configuration(g, 9);
    const FullColourField x = {gaussian_colour(g, Parity::even, 5, 0), gaussian_colour(g, Parity::odd, 5, 0)};
    Momenta force(g);
    staggered_force(u, phases, x, 1.0, force);
    compare(
        [&](const Configuration& v) {
          ParityColourField hopped(x[0].size());
          StaggeredOperator(v, 0.0, phases).hop(Parity::even, x[1], hopped);
          return 2.0 * dot(x[0], hopped).real();
        },
        u, force, 1e-6);
  }

  TEST_CASE("reference: forces through the clover term, between two fields and of its determinant") {
    const Geometry g({4, 2, 6, 8});
    const Configuration u = hot_configuration(g, 9);
    const double kappa = 0.13, csw = 1.7, mubar = 0.3;
    FullField<double> x, y;
    TensorField outer(g.volume()), traces(g.volume());
    for (const Parity parity : {Parity::even, Parity::odd}) {
      x[int(parity)] = gaussian_spinor(g, parity, 5, 0);
      y[int(parity)] = gaussian_spinor(g, parity, 5, 1);
      add_clover_outer(g, parity, -2 * kappa * csw, x[int(parity)], y[int(parity)], outer);
    }
    Momenta force(g);
    clover_force(u, outer, 1.0, force);
    compare(
        [&](const Configuration& v) {
          double sum = 0;
          for (const Parity parity : {Parity::even, Parity::odd}) {
            ParitySpinorField tx = x[int(parity)];
            cpu::apply(clover_term(v, parity, kappa, csw), tx);
            sum -= 2.0 * dot(y[int(parity)], tx).real();
          }
          return sum;
        },
        u, force, 1e-6);

    const auto term = [&](const Configuration& v) {
      ParityChiralField t = clover_term(v, Parity::odd, kappa, csw);
      add_twist(mubar, t);
      return t;
    };
    add_clover_trace(g, Parity::odd, -2 * kappa * csw, inverted(term(u)), traces);
    Momenta of_determinant(g);
    clover_force(u, traces, 1.0, of_determinant);
    compare([&](const Configuration& v) { return -2.0 * log_determinant(term(v)); }, u, of_determinant, 1e-6);
  }
}

}  // namespace glueball::test::unit_reference_force
