// Global sums as GPUs have them, in workgroups of whole blocks that add in shared memory, on every device:
// CPU drivers take other shapes by themselves.
#include <doctest/doctest.h>

#include <cmath>

#include "actions/double_links.hpp"
#include "cpu/algebra.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "linalg/global_sums.hpp"
#include "measure/loop_averages.hpp"
#include "measure/polyakov.hpp"
#include "reference/wilson_loops.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_shared_sums {
namespace {

// A block (lattice/sum_blocks.hpp) has so many sites of one parity: 2, 6, 72, 90, 256, which its invocations
// take in two turns, 42.
const Site kExtents[] = {{2, 4, 2, 6},   {4, 6, 8, 10},  {24, 24, 2, 4},
                         {20, 36, 2, 2}, {64, 32, 2, 2}, {6, 14, 6, 2}};

TEST_SUITE("kernel") {
  TEST_CASE("shared sums: plaquettes, Polyakov loops, norms and products on blocks of all sizes") {
    for (const Site& extents : kExtents) {
      const Geometry g(extents);
      const Configuration u = weak_configuration(g, 0.3, 71);
      const Plaquettes plaquettes = cpu::plaquette(u);
      const auto x = cpu::gaussian_spinor(g, Parity::even, 42, 1),
                 y = cpu::gaussian_spinor(g, Parity::even, 42, 2);
      const double norm2 = cpu::norm2(x);
      const Complex dot = cpu::dot(x, y);
      for_each_device([&](gpu::Device& device) {
        for (const gpu::Accumulator accumulator : {gpu::Accumulator::two_float, gpu::Accumulator::float64}) {
          if (accumulator == gpu::Accumulator::float64 && !device.info().limits.float64) continue;
          LatticeOptions options = preferred_options(device);
          options.accumulator = accumulator;
          options.shared_sums = true;
          const DeviceLattice lattice(device, g, options);
          INFO(describe(lattice), " on ", g.to_string());
          GlobalSums sums(lattice);
          const GaugeField links = on_device(lattice, u);
          const double allowed = tolerance(lattice).average * 0.3;
          const Plaquettes found = plaquette(lattice, links, sums);
          CHECK(std::abs(found.spatial - plaquettes.spatial) < allowed);
          CHECK(std::abs(found.temporal - plaquettes.temporal) < allowed);
          for (int mu = 0; mu < kDirections; ++mu)
            CHECK(std::abs(polyakov_loops(lattice, links, sums, mu).average - reference::polyakov(u, mu)) <
                  tolerance(lattice).average);
          const SpinorField dx = on_device(lattice, x), dy = on_device(lattice, y);
          CHECK(std::abs(sums.norm2(dx) / norm2 - 1) < allowed);
          CHECK(std::abs(sums.dot(dx, dy) - dot) < allowed * norm2);
        }
      });
    }
  }

  // As hmc has them on a GPU: in double precision, in buffers, several blocks a workgroup. Three times, since
  // a race does not always show.
  TEST_CASE("shared sums: energies of a trajectory, on blocks of 72 sites") {
    const Geometry g({24, 24, 4, 4});
    const Configuration cold = weak_configuration(g, 0.3, 73), hot = hot_configuration(g, 74);
    const GaugeCouplings couplings{.beta = 3.9, .c1 = -1.0 / 12};
    Momenta momenta(g);
    cpu::gaussian_momenta(momenta, 75, 0);
    for_each_device([&](gpu::Device& device) {
      if (!device.info().limits.float64) return;
      for (const gpu::Precision precision : {gpu::Precision::single, gpu::Precision::double_}) {
        LatticeOptions options = preferred_options(device, precision, g);
        options.shared_sums = true;
        const DeviceLattice lattice(device, g, options);
        INFO(describe(lattice));
        const auto exact = double_links_on_device(lattice);
        GaugeField u(lattice);
        MomentumField p(lattice);
        upload(momenta, p);
        const double allowed = precision == gpu::Precision::double_ ? 1e-12 : 1e-6;
        for (const Configuration* links : {&cold, &hot, &cold}) {
          upload(*links, u);
          exact->follow(u);
          CHECK(std::abs(exact->plaquette() - cpu::plaquette(*links).average()) < allowed);
          CHECK(exact->gauge_energy(couplings) ==
                doctest::Approx(cpu::gauge_action(*links, couplings)).epsilon(allowed));
          CHECK(exact->kinetic(p) == doctest::Approx(cpu::kinetic(momenta)).epsilon(allowed));
        }
      }
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_shared_sums
