// These tests check that gauge transformations leave observables on the device unchanged.
#include <doctest/doctest.h>

#include "cpu/gaussian_fields.hpp"
#include "fermion/wilson_operator.hpp"
#include "measure/loop_averages.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::property_gauge {
namespace {

const Geometry kGeometry({4, 6, 8, 10});

TEST_SUITE("property") {
  TEST_CASE("gauge: the plaquette is 1 on cold links and does not change under a transformation") {
    const auto g = random_transformation(kGeometry, 81);
    const Configuration cold(kGeometry), pure_gauge = transformed(cold, g),
                                         u = weak_configuration(kGeometry, 0.4, 82), v = transformed(u, g);
    REQUIRE(relative_error(v, u) > 0.5);
    for_each_lattice(kGeometry, {.reconstruct = true, .accumulator = true},
                     [&](const DeviceLattice& lattice) {
                       GlobalSums sums(lattice);
                       const auto measure = [&](const Configuration& links) {
                         return plaquette(lattice, on_device(lattice, links), sums);
                       };
                       CHECK(measure(cold).spatial == 1.0);
                       CHECK(measure(cold).temporal == 1.0);
                       CHECK(std::abs(measure(pure_gauge).average() - 1) < kSingle.average * 0.1);
                       const auto before = measure(u), after = measure(v);
                       CHECK(std::abs(before.spatial - after.spatial) < kSingle.average * 0.1);
                       CHECK(std::abs(before.temporal - after.temporal) < kSingle.average * 0.1);
                     });
  }

  TEST_CASE("gauge: the Wilson hop of a transformed field is the transformed hop") {
    const auto g = random_transformation(kGeometry, 83);
    const Configuration u = hot_configuration(kGeometry, 84), v = transformed(u, g);
    for_each_lattice(kGeometry, {}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, u), transformed_links = on_device(lattice, v);
      const WilsonOperator op(lattice, links, 0.13), transformed_op(lattice, transformed_links, 0.13);
      SpinorField out(lattice);
      for (const Parity target : {Parity::even, Parity::odd})
        for (const bool dagger : {false, true}) {
          const auto psi = cpu::gaussian_spinor(kGeometry, other(target), 85, 0);
          op.hop(target, on_device(lattice, psi), out, 1.0, dagger);
          const auto want = transformed(kGeometry, target, on_host(out), g);
          transformed_op.hop(target, on_device(lattice, transformed(kGeometry, other(target), psi, g)), out,
                             1.0, dagger);
          CHECK(relative_error(on_host(out), want) < kSingle.field);
        }
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_gauge
