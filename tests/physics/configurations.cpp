// These tests load configurations of other codes on every device: their plaquettes, and trajectories that
// start from them.
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/plaquette.hpp"
#include "fermion/wilson_operator.hpp"
#include "io/configuration_file.hpp"
#include "measure/loop_averages.hpp"
#include "reference/cg.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/host_solver.hpp"
#include "support/known_configurations.hpp"
#include "support/skip.hpp"
#include "support/tolerance.hpp"
#include "update/hmc.hpp"

namespace glueball::test::physics_configurations {
namespace {

TEST_SUITE("physics") {
  TEST_CASE("configurations: plaquettes on every device are those listed and those of the reference") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    std::map<Site, std::vector<const KnownConfiguration*>> by_lattice;
    for (const KnownConfiguration& known : known_configurations())
      by_lattice[known.extents].push_back(&known);
    int measured = 0;
    for (const auto& [extents, files] : by_lattice)
      for (const KnownConfiguration* known : files) {
        CAPTURE(std::string(known->file));
        const Configuration u = io::read_configuration(configs_directory() / known->file).configuration;
        const Plaquettes reference = cpu::plaquette(u);
        CHECK(std::abs(reference.average() - known->plaquette) < kSingle.average);
        for_each_lattice(u.geometry(), {.storage = false}, [&](const DeviceLattice& lattice) {
          GlobalSums sums(lattice);
          const Plaquettes got = plaquette(lattice, on_device(lattice, u), sums);
          CHECK(std::abs(got.average() - known->plaquette) < kSingle.average);
          CHECK(std::abs(got.spatial - reference.spatial) < kSingle.average);
          CHECK(std::abs(got.temporal - reference.temporal) < kSingle.average);
          ++measured;
        });
      }
    CHECK(measured == int(known_configurations().size() * devices().size()));
    MESSAGE(known_configurations().size(), " configurations, each on ", devices().size(),
            " devices and the CPU");
  }

  TEST_CASE("configurations: the experiment of the 2006 paper, near critical kappa") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    const Configuration u =
        io::read_configuration(configs_directory() / "milc/lat.sample.l8888").configuration;
    const double kappa = 0.156, tolerance = 1e-10;
    const auto exact = std::make_shared<const cpu::WilsonOperator<double>>(u, kappa);
    const auto b = cpu::gaussian_spinor(u.geometry(), Parity::even, 152, 0);
    ParitySpinorField x(b.size()), ax(b.size());
    const int in_double = reference::conjugate_gradient(*exact, b, x, tolerance).iterations;
    for_each_lattice(u.geometry(), {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField field = on_device(lattice, u);
      WilsonOperator op(lattice, field, kappa);
      const SolveResult mixed = HostSolver(exact, op).solve(b, x, tolerance, 2000);
      MESSAGE("2006 experiment, milc l8888, kappa 0.156, ", describe(lattice), ": double iterations ",
              in_double, "; mixed: ", mixed.iterations, " single iterations, ", mixed.restarts,
              " restarts (2006: 730; 840, 4)");
      exact->normal(x, ax);
      cpu::axpy(-1.0, b, ax);
      CHECK(std::sqrt(cpu::norm2(ax) / cpu::norm2(b)) <= tolerance);
      CHECK(in_double > 100);
      CHECK(mixed.restarts >= 1);
      CHECK(mixed.iterations >= in_double);
      CHECK(mixed.iterations < 1.6 * in_double);
    });
  }

  TEST_CASE("configurations: HMC goes on from those of MILC and nissa") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    for (const std::string file : {"milc/lat.sample.l8888", "nissa/L4T8conf"}) {
      CAPTURE(file);
      const Configuration u = io::read_configuration(configs_directory() / file).configuration;
      for_each_device([&](gpu::Device& device) {
        Hmc hmc(device, preferred_options(device),
                {.beta = 6.0, .kappa = 0.12, .tau = 0.25, .steps = 4, .seed = 151}, u);
        const Trajectory t = hmc.run(0);
        MESSAGE(file, " on ", device.info().id(), ": dH ", t.delta_h, ", plaquette ", t.plaquette, ", ",
                t.cg_iterations, " CG iterations, ", t.seconds, " s");
        CHECK(t.delta_h != 0);
        CHECK(std::abs(t.delta_h) < 1.0);
        CHECK(t.cg_iterations > 10);
        CHECK(std::abs(t.plaquette - cpu::plaquette(u).average()) < 0.05);
        CHECK((relative_error(hmc.configuration(), u) > 0.05) == t.accepted);
      });
    }
  }
}

}  // namespace

}  // namespace glueball::test::physics_configurations
