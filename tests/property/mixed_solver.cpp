// These tests check the solver of the 2006 paper: single precision inside, a residual in double that holds.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "fermion/wilson_operator.hpp"
#include "reference/cg.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/host_solver.hpp"

namespace glueball::test::property_mixed_solver {
namespace {

const Geometry kGeometry({4, 6, 8, 10});

double true_residual(const cpu::WilsonOperator<double>& m, const ParitySpinorField& b,
                     const ParitySpinorField& x) {
  ParitySpinorField r(b.size());
  m.normal(x, r);
  cpu::axpy(-1.0, b, r);
  return std::sqrt(cpu::norm2(r) / cpu::norm2(b));
}

TEST_SUITE("property") {
  TEST_CASE("mixed solver: a true residual of 1e-10, beside the double-precision count") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 101);
    const double kappa = 0.1425, tolerance = 1e-10;
    const auto exact = std::make_shared<const cpu::WilsonOperator<double>>(u, kappa);
    const auto b = cpu::gaussian_spinor(kGeometry, Parity::even, 102, 0);
    ParitySpinorField y(b.size());
    const int in_double = reference::conjugate_gradient(*exact, b, y, tolerance).iterations;
    CHECK(true_residual(*exact, b, y) < 2 * tolerance);
    std::set<std::string> reported;
    for_each_lattice(kGeometry, {.reconstruct = true, .accumulator = true, .threads_per_site = true},
                     [&](const DeviceLattice& lattice) {
                       const GaugeField field = on_device(lattice, u);
                       WilsonOperator op(lattice, field, kappa);
                       HostSolver solver(exact, op);
                       ParitySpinorField x;
                       const SolveResult result = solver.solve(b, x, tolerance, 10000);
                       if (reported.insert(lattice.device().info().id()).second)
                         MESSAGE("2006 experiment, ", kGeometry.to_string(), ", ", describe(lattice),
                                 ": double iterations ", in_double, "; mixed: ", result.iterations,
                                 " single iterations, ", result.restarts, " restarts");
                       const double residual = true_residual(*exact, b, x);
                       CHECK(residual <= tolerance);
                       CHECK(result.residual == doctest::Approx(residual).epsilon(1e-3));
                       CHECK(result.history.size() == std::size_t(result.restarts + 1));
                       CHECK(result.history.back() == result.residual);
                       // Beyond what single precision alone could do, at a price like the paper's (840
                       // instead of 730).
                       CHECK(result.restarts >= 1);
                       CHECK(result.iterations >= in_double);
                       CHECK(result.iterations < 1.6 * in_double);
                       CHECK(relative_error(x, y) < 1e-6);
                     });
  }

  TEST_CASE("mixed solver: corrupted memory is detected, whatever it holds") {
    const Configuration u = weak_configuration(kGeometry, 0.3, 103);
    const double kappa = 0.13;
    const auto exact = std::make_shared<const cpu::WilsonOperator<double>>(u, kappa);
    const auto b = cpu::gaussian_spinor(kGeometry, Parity::even, 104, 0);
    for_each_lattice(kGeometry, {}, [&](const DeviceLattice& lattice) {
      for (const float garbage : {0.75f, 1e-3f, 1e20f, std::numeric_limits<float>::quiet_NaN()}) {
        CAPTURE(garbage);
        GaugeField field = on_device(lattice, u);
        WilsonOperator op(lattice, field, kappa);
        HostSolver solver(exact, op);
        ParitySpinorField x;
        const SolveResult healthy = solver.solve(b, x, 1e-10, 2000);
        CHECK(healthy.residual <= 1e-10);
        gpu::Memory& memory = field[Parity::odd].memory();
        std::vector<float> links(memory.bytes() / sizeof(float));
        lattice.stream().download(memory, std::as_writable_bytes(std::span(links)));
        std::fill_n(links.begin(), 64, garbage);
        lattice.stream().upload(memory, std::as_bytes(std::span(links)));
        try {
          const SolveResult result = solver.solve(b, x, 1e-10, 2000);
          FAIL_CHECK("no complaint, residual " << result.residual << " after " << result.restarts
                                               << " restarts");
        } catch (const Error& error) {
          CHECK(error.kind() == ErrorKind::not_converged);
          CHECK(std::string(error.what()).find("true residual") != std::string::npos);
        }
      }
    });
  }

  TEST_CASE("mixed solver: out of iterations, a zero and an infinite right-hand side") {
    const Configuration u = weak_configuration(kGeometry, 0.3, 105);
    const auto exact = std::make_shared<const cpu::WilsonOperator<double>>(u, 0.13);
    auto b = cpu::gaussian_spinor(kGeometry, Parity::even, 106, 0);
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField field = on_device(lattice, u);
      WilsonOperator op(lattice, field, 0.13);
      HostSolver solver(exact, op);
      ParitySpinorField x;
      CHECK_THROWS_AS(solver.solve(b, x, 1e-10, 5), Error);
      const SolveResult zero = solver.solve(ParitySpinorField(b.size()), x, 1e-10, 100);
      CHECK(zero.iterations == 0);
      CHECK(cpu::norm2(x) == 0);
      ParitySpinorField infinite = b;
      infinite[3][2][1] = std::numeric_limits<double>::infinity();
      CHECK_THROWS_AS(solver.solve(infinite, x, 1e-10, 100), Error);
      // Right-hand sides outside the range of a float are as good as any other.
      for (const double scale : {1e-60, 1e60}) {
        ParitySpinorField scaled = b;
        for (Spinor& s : scaled)
          for (auto& colour : s.s)
            for (Complex& z : colour) z *= scale;
        CHECK(solver.solve(scaled, x, 1e-10, 1000).residual <= 1e-10);
        CHECK(true_residual(*exact, scaled, x) <= 1e-10);
      }
    });
  }

  TEST_CASE("mixed solver: the same bits twice") {
    const Configuration u = weak_configuration(kGeometry, 0.3, 107);
    const auto exact = std::make_shared<const cpu::WilsonOperator<double>>(u, 0.13);
    const auto b = cpu::gaussian_spinor(kGeometry, Parity::even, 108, 0);
    for_each_lattice(kGeometry, {.accumulator = true}, [&](const DeviceLattice& lattice) {
      const GaugeField field = on_device(lattice, u);
      WilsonOperator op(lattice, field, 0.13);
      HostSolver solver(exact, op);
      ParitySpinorField x, y;
      const auto one = solver.solve(b, x, 1e-10, 1000), two = solver.solve(b, y, 1e-10, 1000);
      CHECK(one.iterations == two.iterations);
      CHECK(one.history == two.history);
      CHECK(std::memcmp(x.data(), y.data(), x.size() * sizeof(Spinor)) == 0);
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_mixed_solver
