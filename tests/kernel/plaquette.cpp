// These tests compare the plaquette kernel with its reference.
#include "cpu/plaquette.hpp"

#include <doctest/doctest.h>

#include "measure/loop_averages.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_plaquette {
namespace {

TEST_SUITE("kernel") {
  TEST_CASE("plaquette: spatial and temporal averages of random links") {
    for (const Geometry& g : {Geometry({4, 6, 8, 10}), Geometry({2, 4, 2, 6})})
      for (const Configuration& u : {hot_configuration(g, 31), weak_configuration(g, 0.3, 32)}) {
        const Plaquettes want = cpu::plaquette(u);
        // The planes of this field differ, or a mistaken plane would not show.
        REQUIRE(std::abs(want.spatial - want.temporal) > 1e-4);
        for_each_lattice(g, {.reconstruct = true, .accumulator = true, .in_double = true},
                         [&](const DeviceLattice& lattice) {
                           const GaugeField field = on_device(lattice, u);
                           GlobalSums sums(lattice);
                           const Plaquettes got = plaquette(lattice, field, sums);
                           CHECK(std::abs(got.spatial - want.spatial) < tolerance(lattice).average * 0.1);
                           CHECK(std::abs(got.temporal - want.temporal) < tolerance(lattice).average * 0.1);
                         });
      }
  }
}

}  // namespace

}  // namespace glueball::test::kernel_plaquette
