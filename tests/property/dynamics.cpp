// These tests check molecular dynamics with every action of the registry: it is reversible, and energy is
// conserved to second order.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>

#include "actions/registry.hpp"
#include "field/transfer.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball::test::property_dynamics {
namespace {

const Geometry kGeometry({4, 2, 4, 6});
constexpr std::uint64_t kSeed = 121;

/// The gauge action and, where it is another, one of this kind.
void add_actions(const DeviceLattice& lattice, const ActionKind& kind, MolecularDynamics& md) {
  ActionContext context{
      .lattice = lattice,
      .u = md.links(),
      .p = md.momenta(),
      .seed = kSeed,
      .solves = {.force_tolerance = 1e-3 * tolerance(lattice).force, .action_tolerance = 1e-11}};
  const ActionKind& gauge = action_kind("gauge");
  md.add(gauge.make(context, complete(gauge, gauge.example)));
  if (kind.name == gauge.name) return;
  context.number = 1;
  md.add(kind.make(context, complete(kind, kind.example)));
}

/// Returns links in the middle of the dynamics, not at a minimum of the action.
Configuration rough() { return weak_configuration(kGeometry, 0.45, 122); }

/// Checks the exponent of |dH| in the step. It uses root mean squares over starts, since dH of one may pass
/// through zero.
void check_order(const DeviceLattice& lattice, const ActionKind& kind, Integrator integrator) {
  CAPTURE(std::string(kind.name));
  MolecularDynamics md(lattice, rough());
  add_actions(lattice, kind, md);
  constexpr int kCoarse = 6, kStarts = 2;
  double squares[2] = {0, 0};
  for (int refined = 0; refined < 2; ++refined)
    for (std::uint32_t start = 0; start < kStarts; ++start) {
      upload(rough(), md.links());
      const double before = md.refresh(kSeed, 9 + start);
      md.integrate(integrator, 0.3, kCoarse << refined);
      squares[refined] += std::pow(md.hamiltonian() - before, 2);
    }
  const double exponent = 0.5 * std::log2(squares[0] / squares[1]);
  MESSAGE(describe(lattice), " ", std::string(kind.name), ": |dH| ", std::sqrt(squares[0] / kStarts), ", ",
          std::sqrt(squares[1] / kStarts), ", exponent ", exponent);
  CHECK(std::abs(exponent - 2) < 0.2);
}

void check_reversal(const DeviceLattice& lattice, const ActionKind& kind, Integrator integrator) {
  CAPTURE(std::string(kind.name));
  const bool exact = lattice.precision() == gpu::Precision::double_;
  MolecularDynamics md(lattice, rough());
  add_actions(lattice, kind, md);
  const double before = md.refresh(kSeed, 7);
  const Configuration u = download(md.links());
  const Momenta p = download(md.momenta());
  md.integrate(integrator, 0.3, 3);
  CHECK(relative_error(download(md.links()), u) > 0.1);
  md.reverse();
  md.integrate(integrator, 0.3, 3);
  md.reverse();
  CHECK(std::abs(md.hamiltonian() - before) < (exact ? 1e-6 : 2e-3));
  CHECK(relative_error(download(md.links()), u) < (exact ? 1e-10 : 1e-5));
  CHECK(relative_error(download(md.momenta()), p) < (exact ? 1e-9 : 1e-5));
}

TEST_SUITE("property") {
  TEST_CASE("dynamics: forward, reversed and back is where it began") {
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      int variant = 0;
      for (const ActionKind& kind : action_kinds())
        if (!kind.overlap && has_turn(lattice.device(), variant++))
          check_reversal(lattice, kind, Integrator::leapfrog);
    });
    for_each_lattice(kGeometry, {.storage = false, .reconstruct = true, .in_double = true},
                     [&](const DeviceLattice& lattice) {
                       check_reversal(lattice, action_kind("two-flavour"), Integrator::omelyan);
                     });
  }

  TEST_CASE("dynamics: |dH| falls as the square of the step") {
    for (const char* name : {"gauge", "two-flavour"})
      for_each_lattice(kGeometry, {.storage = false, .turn = name[0] == 'g'},
                       [&](const DeviceLattice& lattice) {
                         check_order(lattice, action_kind(name), Integrator::omelyan);
                       });
  }
}

TEST_SUITE("slow") {
  TEST_CASE("dynamics: forward, reversed and back is where it began with every action in double precision") {
    for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
      if (lattice.precision() != gpu::Precision::double_) return;
      for (const ActionKind& kind : action_kinds())
        if (!kind.overlap) check_reversal(lattice, kind, Integrator::omelyan);
    });
  }

  TEST_CASE("dynamics: |dH| falls as the square of the step with every action") {
    for (const ActionKind& kind : action_kinds()) {
      if (kind.overlap) continue;
      for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
        check_order(lattice, kind, Integrator::leapfrog);
      });
    }
  }
}

}  // namespace

}  // namespace glueball::test::property_dynamics
