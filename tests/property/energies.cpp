// These tests compare the double-precision energies on the device, which Metropolis uses, with the host's.
#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <string>

#include "actions/registry.hpp"
#include "base/error.hpp"
#include "field/transfer.hpp"
#include "support/devices.hpp"
#include "support/double_links.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball::test::property_energies {
namespace {

using doctest::Approx;

const Geometry kGeometry({4, 2, 4, 6});
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

/// Returns H of the state on the device, on the host.
double hamiltonian_on_host(MolecularDynamics& md) {
  const auto u = double_links(md.links());
  double h = u->kinetic(md.momenta());
  for (const auto& term : md.terms()) h += term.action->energy(*u);
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
  const auto there = double_links_on_device(lattice), here = double_links(other.links());
  there->follow(other.links());
  const double drawn = action->refresh(*here, 3);
  CHECK(action->energy(*there) == Approx(drawn).epsilon(1e-9));
  CHECK(action->refresh(*there, 3) == Approx(drawn).epsilon(1e-9));
  CHECK(action->energy(*here) == Approx(drawn).epsilon(1e-9));
  if (kind.name != gauge.name) CHECK(std::abs(action->refresh(*there, 4) - drawn) > 1e-3);
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
      const auto exact = double_links_on_device(lattice), again = exact->another();
      const double deviation = exact->deviation(md.links());
      CHECK(deviation > 0);
      CHECK(deviation < 2e-6);
      CHECK(deviation == Approx(double_links(md.links())->deviation(md.links())).epsilon(1e-6));
      exact->follow(md.links());
      again->set(exact->configuration());
      const GaugeCouplings couplings{.beta = 5.5, .c1 = -1.0 / 12};
      CHECK(again->plaquette() == exact->plaquette());
      CHECK(again->gauge_energy(couplings) == exact->gauge_energy(couplings));
      CHECK(download(*again->on_device()).links() == exact->configuration().links());
      // A trajectory starts from the rounded links.
      GaugeField rounded(lattice), wanted(lattice);
      again->put(rounded);
      upload(exact->configuration(), wanted);
      CHECK(download(rounded).links() == download(wanted).links());
    });
  }
}

TEST_SUITE("slow") {
  TEST_CASE("energies: every action's on the device is the host's, in every storage") {
    for_each_lattice(kGeometry, {}, [](const DeviceLattice& lattice) {
      if (!lattice.device().info().limits.float64) return;
      if (lattice.options().storage == gpu::Storage::image) {
        CHECK_THROWS_AS(double_links_on_device(lattice), Error);
        return;
      }
      for (const ActionKind& kind : action_kinds())
        if (!kind.overlap) check(lattice, kind);
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

}  // namespace glueball::test::property_energies
