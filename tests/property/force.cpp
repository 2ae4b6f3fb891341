// Device forces against the energies they belong to: finite differences of double-precision actions.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <memory>

#include "actions/gauge_action.hpp"
#include "actions/two_flavour_wilson.hpp"
#include "lattice/transfer.hpp"
#include "reference/cg.hpp"
#include "reference/dot.hpp"
#include "reference/gaussian_momenta.hpp"
#include "reference/plaquette.hpp"
#include "reference/update_links.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball::test {
namespace {

const Geometry kGeometry({4, 2, 6, 4});
using Energy = std::function<double(const Configuration&)>;

/// dS/dtau along U -> exp(i tau P) U, fourth order in h.
double derivative(const Energy& energy, const Configuration& u, const Momenta& p, double h) {
  const auto at = [&](double tau) {
    Configuration moved = u;
    reference::update_links(moved, p, tau);
    return energy(moved);
  };
  return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
}

/// What one kick of unit length adds to vanishing momenta.
Momenta device_force(const DeviceLattice& lattice, MolecularDynamics& md) {
  upload(lattice, Momenta(lattice.geometry()), md.momenta());
  md.kick(1.0);
  return download(lattice, md.momenta());
}

/// p . force = -dS/dtau along the force itself, along random momenta on all links, and link by link.
void compare(const Momenta& force, const Energy& energy, const Configuration& u) {
  const Geometry& g = u.geometry();
  const double size = norm(force), typical = size / std::sqrt(8.0 * double(force.values().size()));
  REQUIRE(typical > 0);
  Momenta along = force;
  for (auto& link : along.values())
    for (double& x : link) x /= size;
  CHECK(std::abs(derivative(energy, u, along, 1e-2) / -size - 1) < kSingle.force);

  Momenta random(g);
  reference::gaussian_momenta(random, 111, 0);
  CHECK(std::abs(derivative(energy, u, random, 1e-3) + product(random, force)) <
        kSingle.force * norm(random) * typical);

  int a = 0;
  for (const Site& s : {Site{0, 0, 0, 0}, Site{3, 1, 5, 3}, Site{1, 0, 5, 2}})
    for (int mu = 0; mu < kDirections; ++mu, a = (a + 3) % 8) {
      CAPTURE(mu);
      CAPTURE(a);
      Momenta one(g);
      one.at(g.index(s), mu)[std::size_t(a)] = 1;
      CHECK(std::abs(derivative(energy, u, one, 2e-2) + product(one, force)) < kSingle.force * typical);
    }
}

TEST_SUITE("property") {
  TEST_CASE("force: Wilson's gauge action") {
    const Configuration u = hot_configuration(kGeometry, 112);
    const double beta = 5.6;
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      MolecularDynamics md(lattice, u);
      md.add(std::make_unique<GaugeAction>(lattice, md.links(), md.momenta(), GaugeCouplings{.beta = beta}));
      compare(
          device_force(lattice, md), [&](const Configuration& v) { return reference::gauge_action(v, beta); },
          u);
    });
  }

  TEST_CASE("force: two flavours of Wilson quarks, for any signs at the boundary") {
    const Configuration u = hot_configuration(kGeometry, 113);
    const double kappa = 0.125;
    for (const reference::Boundary& boundary :
         {reference::kAntiperiodicInTime, reference::Boundary{-1, -1, 1, 1}})
      for_each_lattice(kGeometry, {.storage = false, .boundary = boundary},
                       [&](const DeviceLattice& lattice) {
                         MolecularDynamics md(lattice, u);
                         auto action = std::make_unique<TwoFlavourWilson>(
                             lattice, md.links(), md.momenta(),
                             TwoFlavourParameters{.kappa = kappa, .force_tolerance = 1e-6});
                         TwoFlavourWilson& quarks = *action;
                         md.add(std::move(action));
                         const double heatbath = quarks.refresh(u, 3);
                         const Energy energy = [&](const Configuration& v) {
                           HalfSpinorField x(quarks.phi().size());
                           const reference::WilsonOperator<double> exact(v, kappa, boundary);
                           reference::conjugate_gradient(exact, quarks.phi(), x, 1e-13);
                           return reference::dot(quarks.phi(), x).real();
                         };
                         // The heatbath's energy is |eta|^2: the mixed solver and the double one must both
                         // find it.
                         CHECK(energy(u) == doctest::Approx(heatbath).epsilon(1e-10));
                         CHECK(quarks.energy(u) == doctest::Approx(heatbath).epsilon(1e-9));
                         CHECK(quarks.last_solve().residual <= 1e-10);
                         compare(device_force(lattice, md), energy, u);
                       });
  }
}

}  // namespace
}  // namespace glueball::test
