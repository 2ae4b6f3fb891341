// These tests check multi-shift conjugate gradients on the device: every shift has the result of a solve of
// its own.
#include <doctest/doctest.h>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/staggered.hpp"
#include "cpu/wilson_operator.hpp"
#include "fermion/staggered_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "field/transfer.hpp"
#include "reference/multishift_cg.hpp"
#include "solvers/multishift_cg.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"

namespace glueball::test::property_multishift {
namespace {

const Geometry kGeometry({4, 6, 4, 8});
const std::vector<double> kShifts{0, 0.01, 0.3, 2, 50};

TEST_SUITE("property") {
  TEST_CASE("multi-shift: Wilson quarks in single and double, against the reference") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 98);
    const auto b = cpu::gaussian_spinor(kGeometry, Parity::even, 99, 0);
    const cpu::WilsonOperator<double> exact(u, 0.13);
    std::vector<ParitySpinorField> want;
    reference::multishift_cg<ParitySpinorField>(exact, b, kShifts, want, 1e-13);
    for_each_lattice(
        kGeometry, {.storage = false, .in_double = true, .threads_per_site = true},
        [&](const DeviceLattice& lattice) {
          const bool in_double = lattice.precision() == gpu::Precision::double_;
          const GaugeField field = on_device(lattice, u);
          WilsonOperator op(lattice, field, 0.13);
          const SpinorField db = on_device(lattice, b);
          MultishiftCg<SpinorField> cg(op, kShifts);
          std::vector<SpinorField> x;
          for (std::size_t n = 0; n < kShifts.size(); ++n) x.emplace_back(lattice);
          const DeviceCgResult result = cg.solve_all(db, x, in_double ? 1e-11 : 1e-6, 1000);
          CHECK(result.state == SolverState::converged);
          for (std::size_t n = 0; n < kShifts.size(); ++n) {
            CAPTURE(kShifts[n]);
            CHECK(relative_error(on_host(x[n]), want[n]) < (in_double ? 1e-9 : 2e-4));
          }
          // The second solve adds to the first; between the two is a solve for the first shift alone.
          SpinorField alone(lattice);
          CHECK(cg.solve(db, alone, in_double ? 1e-11 : 1e-6, 1000).iterations == result.iterations);
          CHECK(cg.solve_all(db, x, in_double ? 1e-11 : 1e-6, 1000, true).iterations == result.iterations);
          CHECK(relative_error(on_host(alone), want[0]) < (in_double ? 1e-9 : 2e-4));
          for (std::size_t n = 0; n < kShifts.size(); ++n) {
            ParitySpinorField twice = want[n];
            cpu::axpy(1.0, want[n], twice);
            CHECK(relative_error(on_host(x[n]), twice) < (in_double ? 1e-9 : 2e-4));
          }
          // A solve that is stopped early must have taken the last step in every shift.
          const DeviceCgResult stopped = cg.solve_all(db, x, 1e-12, 3);
          CHECK(stopped.state == SolverState::exhausted);
          CHECK(relative_error(on_host(x.back()), want.back()) < 1e-3);
        });
  }

  TEST_CASE("multi-shift: staggered quarks") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 100);
    const ParityColourField b = random_colour_field(kGeometry, 101);
    const cpu::StaggeredOperator exact(u, 0.15);
    std::vector<ParityColourField> want;
    reference::multishift_cg<ParityColourField>(exact, b, kShifts, want, 1e-13);
    for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
      const bool in_double = lattice.precision() == gpu::Precision::double_;
      const GaugeField field = on_device(lattice, u);
      StaggeredOperator op(lattice, field, 0.15);
      ColourField db(lattice);
      upload(b, db);
      MultishiftCg<ColourField> cg(op, kShifts);
      std::vector<ColourField> x;
      for (std::size_t n = 0; n < kShifts.size(); ++n) x.emplace_back(lattice);
      CHECK(cg.solve_all(db, x, in_double ? 1e-11 : 1e-6, 1000).state == SolverState::converged);
      for (std::size_t n = 0; n < kShifts.size(); ++n) {
        ParityColourField got;
        download(x[n], got);
        CHECK(relative_error(got, want[n]) < (in_double ? 1e-9 : 2e-4));
      }
      CHECK_THROWS_AS(MultishiftCg<ColourField>(op, {0.1, 0.2}), Error);
      CHECK_THROWS_AS(MultishiftCg<ColourField>(op, {0.0, -0.2}), Error);
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_multishift
