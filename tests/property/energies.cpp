// Energies in double on the device, the ones that Metropolis decides with, against the host's.
#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <string>

#include "actions/registry.hpp"
#include "base/error.hpp"
#include "lattice/transfer.hpp"
#include "reference/kinetic.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball::test {
namespace {

using doctest::Approx;

const Geometry kGeometry({4, 2, 6, 4});
constexpr std::uint64_t kSeed = 151;

Configuration rough() { return weak_configuration(kGeometry, 0.4, 152); }

Boundary phases() {
  Boundary b = {1, -1, 1, -1};
  b.twist = {0.4, 0.0, -0.7, 0.2};
  return b;
}

ActionContext context_of(const DeviceLattice& lattice, MolecularDynamics& md,
                         std::optional<gpu::Precision> inner = {}) {
  return {.lattice = lattice,
          .u = md.links(),
          .p = md.momenta(),
          .seed = kSeed,
          .number = 1,
          .solves = {.force_tolerance = 1e-5, .action_tolerance = 1e-12, .inner = inner},
          .boundary = phases()};
}

/// H of the state on the device, on the host.
double hamiltonian_on_host(MolecularDynamics& md) {
  const Configuration u = download_unitary(md.links());
  double h = reference::kinetic(download(md.momenta()));
  for (const auto& term : md.terms()) h += term.action->energy(u);
  return h;
}

void check(const DeviceLattice& lattice, const ActionKind& kind, std::optional<gpu::Precision> inner = {}) {
  CAPTURE(std::string(kind.name));
  MolecularDynamics md(lattice, rough());
  md.energies_on_device();
  const ActionKind& gauge = action_kind("gauge");
  md.add(gauge.make(context_of(lattice, md), complete(gauge, gauge.example)));
  md.add(kind.make(context_of(lattice, md, inner), complete(kind, kind.example)));

  const double before = md.refresh(kSeed, 3);
  CHECK(md.hamiltonian() == Approx(before).epsilon(1e-9));
  CHECK(md.hamiltonian() == md.hamiltonian());
  const double host_before = hamiltonian_on_host(md);
  CHECK(before == Approx(host_before).epsilon(1e-9));
  md.integrate(Integrator::omelyan, 0.2, 2);
  const double dh = md.hamiltonian() - before, host_dh = hamiltonian_on_host(md) - host_before;
  CHECK(std::abs(dh) > 1e-4);  // something has happened
  CHECK(std::abs(dh - host_dh) < 1e-6);
  CHECK(relative_error(md.configuration(), download_unitary(md.links())) < 1e-14);

  // The heatbath on the host draws the same.
  MolecularDynamics other(lattice, rough());
  const auto action = kind.make(context_of(lattice, other, inner), complete(kind, kind.example));
  ExactLinks exact(lattice);
  exact.follow(other.links());
  const double drawn = action->refresh(other.configuration(), 3);
  CHECK(action->energy(exact) == Approx(drawn).epsilon(1e-9));
  CHECK(action->refresh(exact, 3) == Approx(drawn).epsilon(1e-9));
  CHECK(action->energy(other.configuration()) == Approx(drawn).epsilon(1e-9));
  if (kind.name != gauge.name) CHECK(std::abs(action->refresh(exact, 4) - drawn) > 1e-3);
}

TEST_SUITE("property") {
  // Kernels in double take a CPU driver long to compile: the action that has the least of them, here; all of
  // them below, and Wilson quarks in tests/property/chain.
  TEST_CASE("energies: staggered quarks' and the gauge action's on the device are the host's") {
    for_each_lattice(kGeometry, {.storage = false}, [](const DeviceLattice& lattice) {
      if (lattice.device().info().limits.float64 && lattice.options().storage != gpu::Storage::image)
        check(lattice, action_kind("staggered"));
    });
  }

  TEST_CASE("energies: links in double go to the host and back with the same bits") {
    for_each_lattice(kGeometry, {.storage = false}, [](const DeviceLattice& lattice) {
      if (!lattice.device().info().limits.float64 || lattice.options().storage == gpu::Storage::image) return;
      MolecularDynamics md(lattice, rough());
      ExactLinks exact(lattice), again(lattice);
      exact.follow(md.links());
      CHECK(exact.deviation() > 0);
      CHECK(exact.deviation() < 2e-6);
      GaugeField back(exact.lattice());
      upload(exact.configuration(), back);
      again.set(back);
      CHECK(again.plaquettes() == exact.plaquettes());
      CHECK(again.rectangles() == exact.rectangles());
      CHECK(again.configuration().links() == exact.configuration().links());
    });
  }
}

TEST_SUITE("slow") {
  TEST_CASE("energies: every action's on the device is the host's, in every storage") {
    for_each_lattice(kGeometry, {}, [](const DeviceLattice& lattice) {
      if (!lattice.device().info().limits.float64) return;
      if (lattice.options().storage == gpu::Storage::image) {
        CHECK_THROWS_AS(ExactLinks{lattice}, Error);
        return;
      }
      for (const ActionKind& kind : action_kinds()) check(lattice, kind);
    });
  }

  TEST_CASE("energies: of dynamics in double, with other links, and with shorter precisions inside") {
    for_each_lattice(
        kGeometry, {.storage = false, .reconstruct = true, .in_double = true},
        [](const DeviceLattice& lattice) {
          if (!lattice.device().info().limits.float64 || lattice.options().storage == gpu::Storage::image)
            return;
          const bool in_double = lattice.precision() == gpu::Precision::double_;
          if (in_double || lattice.options().reconstruct != 12) check(lattice, action_kind("clover-ratio"));
          if (lattice.options().reconstruct != 12) return;
          for (const gpu::Precision inner : {gpu::Precision::half, gpu::Precision::single})
            if (inner < lattice.precision()) check(lattice, action_kind("twisted-clover"), inner);
        });
  }
}

}  // namespace
}  // namespace glueball::test
