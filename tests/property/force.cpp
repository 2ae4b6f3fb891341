// These tests compare the device's force of every action in the registry with finite differences of its
// energy in double precision.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "actions/gauge_action.hpp"
#include "actions/registry.hpp"
#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "reference/gauge_force.hpp"
#include "reference/smear.hpp"
#include "support/devices.hpp"
#include "support/double_links.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball::test::property_force {
namespace {

const Geometry kGeometry({4, 2, 4, 6});
using Energy = std::function<double(const Configuration&)>;

/// Returns dS/dtau along U -> exp(i tau P) U, to fourth order in h.
double derivative(const Energy& energy, const Configuration& u, const Momenta& p, double h) {
  const auto at = [&](double tau) {
    Configuration moved = u;
    reference::update_links(moved, p, tau);
    return energy(moved);
  };
  return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
}

/// p . force = -dS/dtau is checked along the force itself, along random momenta on all links, and link by
/// link.
void compare(const Momenta& force, const Energy& energy, const Configuration& u, double tolerance) {
  const Geometry& g = u.geometry();
  const double size = norm(force), typical = size / std::sqrt(8.0 * double(force.values().size()));
  REQUIRE(typical > 0);
  Momenta along = force;
  for (auto& link : along.values())
    for (double& x : link) x /= size;
  CHECK(std::abs(derivative(energy, u, along, 1e-2) / -size - 1) < tolerance);

  Momenta random(g);
  cpu::gaussian_momenta(random, 111, 0);
  CHECK(std::abs(derivative(energy, u, random, 1e-3) + product(random, force)) <
        tolerance * norm(random) * typical);

  // Four links alone that wrap or do not, from even and from odd sites, each in another direction.
  Momenta few(g);
  int mu = 0;
  for (const Site& s : {Site{3, 1, 3, 3}, Site{0, 1, 2, 1}, Site{1, 0, 3, 3}, Site{2, 0, 2, 3}}) {
    few.at(g.index(s), mu)[std::size_t(2 * mu)] = 1;
    ++mu;
  }
  CHECK(std::abs(derivative(energy, u, few, 1e-2) + product(few, force)) < 2 * tolerance * typical);
}

Boundary phases() {
  Boundary b = {1, -1, 1, -1};
  b.twist = {0.4, 0.0, -0.7, 0.2};
  return b;
}

void check_forces(const DeviceLattice& lattice, const Configuration& u, const ActionKind& kind) {
  CAPTURE(std::string(kind.name));
  GaugeField links = on_device(lattice, u);
  MomentumField p(lattice);
  const double goal = tolerance(lattice).force;
  const ActionContext context{.lattice = lattice,
                              .u = links,
                              .p = p,
                              .seed = 3,
                              .solves = {.force_tolerance = goal / 1000, .action_tolerance = goal * 1e-6},
                              .boundary = phases()};
  const auto action = kind.make(context, complete(kind, kind.example));
  const double heatbath = action->refresh(*double_links(u), 3);
  // Where the heatbath has its energy from the noise, the solver in double must find it.
  CHECK(action->energy(*double_links(u)) == doctest::Approx(heatbath).epsilon(1e-8));
  upload(Momenta(kGeometry), p);
  action->kick(1.0);
  const Momenta force = download(p);
  compare(
      force,
      [&](const Configuration& v) {
        upload(v, links);
        return action->energy(*double_links(v));
      },
      u, goal);
}

/// The quarks' and gluons' action on stout links, whose energy the CPU computes from links that the reference
/// has smeared.
void check_force_on_stout_links(const DeviceLattice& lattice, const Configuration& u,
                                const LinkSmearing& smearing, const ActionValues& clover) {
  CAPTURE(smearing.dimensions);
  MolecularDynamics md(lattice, u);
  DynamicLinks& links = *md.smeared(smearing);
  const double goal = tolerance(lattice).force;
  const ActionContext context{.lattice = lattice,
                              .u = links.smeared.links(),
                              .p = links.smeared.force(),
                              .seed = 5,
                              .solves = {.force_tolerance = goal / 1000, .action_tolerance = goal * 1e-6},
                              .boundary = phases()};
  const auto make = [&](const char* name, const ActionValues& values) {
    const ActionKind& kind = action_kind(name);
    return kind.make(context, complete(kind, values));
  };
  const ActionValues gauge{{"beta", 5.5}, {"c1", -1.0 / 12}};
  md.add(make("gauge", gauge), 0, &links);
  md.add(make("clover", clover), 0, &links);
  CHECK(md.smeared(smearing) == &links);
  const double start = md.refresh(7, 1);
  CHECK(md.hamiltonian() == doctest::Approx(start).epsilon(1e-8));
  upload(Momenta(kGeometry), md.momenta());
  md.kick(1.0);
  compare(
      download(md.momenta()),
      [&](const Configuration& v) {
        Configuration smeared = v;
        for (int n = 0; n < smearing.steps; ++n)
          smeared = reference::stout_smeared(smeared, smearing.rho, smearing.dimensions);
        upload(v, md.links());
        links.smeared.follow(md.links());
        double energy = 0;
        for (const DynamicTerm& term : md.terms()) energy += term.action->energy(*double_links(smeared));
        return energy;
      },
      u, goal);
}

TEST_SUITE("property") {
  TEST_CASE("force: on stout links, in space and time or in space alone, by the chain rule") {
    const Configuration u = weak_configuration(kGeometry, 0.5, 115);
    for_each_lattice(kGeometry, {.in_double = true}, [&](const DeviceLattice& lattice) {
      check_force_on_stout_links(lattice, u, {.method = "stout", .rho = 0.12, .steps = 2},
                                 {{"kappa", 0.12}, {"csw", 1.1}});
      // The exponential clover term's forces are checked on the way.
      check_force_on_stout_links(lattice, u, {.method = "stout", .rho = 0.2, .steps = 1, .dimensions = 3},
                                 {{"kappa", 0.12}, {"csw", 1.6}, {"exponential", 1}});
      check_force_on_stout_links(lattice, u, {.method = "stout", .rho = 0.05},
                                 {{"kappa", 0.12}, {"csw", 1.6}, {"mu", 0.3}, {"exponential", 1}});
    });
  }

  TEST_CASE("force: every action, with phases at the boundary, is minus the derivative of its energy") {
    const Configuration u = weak_configuration(kGeometry, 0.5, 113);
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      int variant = 1;  // where tests/property/dynamics.cpp has the others
      for (const ActionKind& kind : action_kinds())
        if (!kind.overlap && has_turn(lattice.device(), variant++)) check_forces(lattice, u, kind);
    });
  }
}

TEST_SUITE("slow") {
  TEST_CASE("force: every action in double precision too") {
    const Configuration u = weak_configuration(kGeometry, 0.5, 113);
    for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
      if (lattice.precision() != gpu::Precision::double_) return;
      for (const ActionKind& kind : action_kinds())
        if (!kind.overlap) check_forces(lattice, u, kind);
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_force
