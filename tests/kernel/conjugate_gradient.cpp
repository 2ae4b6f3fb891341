// These tests compare the kernels of the conjugate gradient with their references, one at a time, and a whole
// solve step by step.
#include "solvers/conjugate_gradient.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "fermion/wilson_operator.hpp"
#include "kernels/linalg.hpp"
#include "linalg/global_sums.hpp"
#include "reference/cg.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_conjugate_gradient {
namespace {

constexpr std::uint32_t kPlanes = SpinorField::kPlanes;
const Geometry kGeometry({4, 6, 8, 10});

using Control = CgScalars::Control;

// Only alpha and beta, at the end, lie elsewhere in single precision.
Control read(const DeviceLattice& lattice, const CgScalars& scalars) {
  Control control;
  lattice.stream().download(scalars.memory(), std::as_writable_bytes(std::span(&control, 1)));
  if (lattice.precision() != gpu::Precision::double_) {
    args::CgControl<float> single;
    std::memcpy(&single, &control, sizeof single);
    control.alpha = single.alpha;
    control.beta = single.beta;
  }
  return control;
}
void write(const DeviceLattice& lattice, const CgScalars& scalars, Control control) {
  if (lattice.precision() != gpu::Precision::double_) {
    args::CgControl<float> single;
    std::memcpy(&single, &control, offsetof(args::CgControl<float>, alpha));
    single.alpha = float(control.alpha);
    single.beta = float(control.beta);
    std::memcpy(&control, &single, sizeof single);
  }
  lattice.stream().upload(scalars.memory(), std::as_bytes(std::span(&control, 1)));
}

/// Leaves the partial results of |x|^2 = value.
void put_norm2(const DeviceLattice& lattice, double value, Partials& partials) {
  ParitySpinorField x(kGeometry.half_volume());
  x[7][1][2] = std::sqrt(value);
  const SpinorField field = on_device(lattice, x);
  kernels::Norm2::run(lattice, {}, field, partials);
}

Control fresh(const DeviceLattice& lattice, std::uint32_t max_iterations) {
  Control control{};
  control.max_iterations = max_iterations;
  control.left = 1;
  control.site_groups = lattice.groups(Shape::sites);
  control.hop_groups = lattice.groups(Shape::hops);
  control.sum_groups = lattice.groups(Shape::blocks);
  control.scalar_groups = 1;
  control.site_groups_y = control.site_groups_z = control.sum_groups_y = control.sum_groups_z = 1;
  control.scalar_groups_y = control.scalar_groups_z = 1;
  return control;
}

TEST_SUITE("kernel") {
  TEST_CASE("cg kernels: residual, direction and last step against plain vectors") {
    const auto r = cpu::gaussian_spinor(kGeometry, Parity::even, 71, 1),
               p = cpu::gaussian_spinor(kGeometry, Parity::even, 71, 2),
               ap = cpu::gaussian_spinor(kGeometry, Parity::even, 71, 3),
               x = cpu::gaussian_spinor(kGeometry, Parity::even, 71, 4);
    const double alpha = 0.625, beta = 0.375;
    ParitySpinorField want_r = r, want_p = p, want_x = x;
    cpu::axpy(-alpha, ap, want_r);
    cpu::axpy(alpha, p, want_x);
    cpu::xpay(want_r, beta, want_p);
    for_each_lattice(
        kGeometry, {.accumulator = true, .in_double = true, .in_half = true},
        [&](const DeviceLattice& lattice) {
          CgScalars scalars(lattice);
          Control control = fresh(lattice, 100);
          control.alpha = alpha;
          control.beta = beta;
          write(lattice, scalars, control);
          SpinorField dr = on_device(lattice, r), dp = on_device(lattice, p), dx = on_device(lattice, x);
          const SpinorField dap = on_device(lattice, ap);
          GlobalSums sums(lattice);
          kernels::CgResidual::run(lattice, {}, dap, dr, sums.partials(), scalars);
          sums.collect(1, false);
          CHECK(std::abs(sums.totals()[0] / cpu::norm2(want_r) - 1) < tolerance(lattice).average);
          CHECK(relative_error(on_host(dr), want_r) < tolerance(lattice).field);
          kernels::CgDirection::run(lattice, {}, dr, dp, dx, scalars);
          CHECK(relative_error(on_host(dx), want_x) < tolerance(lattice).field);
          CHECK(relative_error(on_host(dp), want_p) < tolerance(lattice).field);
          kernels::CgFinish::run(lattice, {}, dp, dx, scalars);
          cpu::ParityField<double> finished = want_x;
          cpu::axpy(alpha, want_p, finished);
          CHECK(relative_error(on_host(dx), finished) < tolerance(lattice).field);
        });
  }

  TEST_CASE("cg scalars: alpha, beta, and every way to stop") {
    for_each_lattice(
        kGeometry, {.storage = false, .accumulator = true, .in_double = true},
        [](const DeviceLattice& lattice) {
          CgScalars scalars(lattice);
          Partials partials(lattice);
          const std::uint32_t count = lattice.partials();
          const auto step = [&](std::uint32_t stage, double norm2) {
            put_norm2(lattice, norm2, partials);
            kernels::CgScalarStep::run(lattice, {.stage = stage, .count = count, .relative_target = 0.5f},
                                       partials, scalars);
            return read(lattice, scalars);
          };
          const auto rr = [&](const Control& c) { return lattice.decode_sum(c.rr_low, c.rr_high); };
          const auto stopped = [](const Control& c) {
            return c.site_groups == 0 && c.hop_groups == 0 && c.sum_groups == 0 && c.scalar_groups == 0;
          };

          write(lattice, scalars, fresh(lattice, 3));
          Control c = step(0, 16);
          CHECK(rr(c) == doctest::Approx(16));
          CHECK(lattice.decode_sum(c.target_low, c.target_high) == doctest::Approx(4));
          c = step(1, 32);
          CHECK(c.alpha == doctest::Approx(0.5));
          c = step(2, 8);
          CHECK(c.beta == doctest::Approx(0.5));
          CHECK(c.iteration == 1);
          CHECK(c.state == 0);
          CHECK_FALSE(stopped(c));
          CHECK(c.site_groups == lattice.groups(Shape::sites));
          c = step(2, 3.9);  // below (0.5)^2 * 16
          CHECK(SolverState(c.state) == SolverState::converged);
          CHECK(c.iteration == 2);
          CHECK(stopped(c));

          write(lattice, scalars, fresh(lattice, 1));
          step(0, 16);
          step(1, 32);
          c = step(2, 8);
          CHECK(SolverState(c.state) == SolverState::exhausted);
          CHECK(stopped(c));

          write(lattice, scalars, fresh(lattice, 3));
          step(0, 16);
          c = step(1, 0);  // <p, A p> = 0
          CHECK(SolverState(c.state) == SolverState::broken);
          CHECK(c.alpha == 0);
          CHECK(stopped(c));

          write(lattice, scalars, fresh(lattice, 3));
          c = step(0, std::numeric_limits<double>::infinity());
          CHECK(SolverState(c.state) == SolverState::broken);
          CHECK(stopped(c));
          write(lattice, scalars, fresh(lattice, 3));
          step(0, 16);
          c = step(2, std::numeric_limits<double>::quiet_NaN());
          CHECK(SolverState(c.state) == SolverState::broken);
          CHECK(stopped(c));
        });
  }

  TEST_CASE("cg: batches of queued iterations give the bits of one iteration at a time") {
    const Configuration u = hot_configuration(kGeometry, 72);
    const auto b = cpu::gaussian_spinor(kGeometry, Parity::even, 73, 0);
    const double kappa = 0.13, tolerance = 1e-5;
    for_each_lattice(kGeometry, {.accumulator = true, .in_double = true}, [&](const DeviceLattice& lattice) {
      const GaugeField field = on_device(lattice, u);
      WilsonOperator op(lattice, field, kappa);
      const SpinorField db = on_device(lattice, b);
      SpinorField x(lattice);
      const DeviceCgResult result = ConjugateGradient(op).solve(db, x, tolerance, 1000);
      CHECK(result.state == SolverState::converged);
      CHECK(result.residual < tolerance);

      // The same iteration from the same kernels, each waited for, with group counts from the host.
      SpinorField y = on_device(lattice, ParitySpinorField(b.size())), r(lattice), p(lattice), mp(lattice),
                  ap(lattice);
      Partials partials(lattice);
      CgScalars scalars(lattice);
      const auto scalar = [&](std::uint32_t stage) {
        kernels::CgScalarStep::run(
            lattice, {.stage = stage, .count = lattice.partials(), .relative_target = float(tolerance)},
            partials, scalars);
        lattice.stream().finish();
        return read(lattice, scalars);
      };
      write(lattice, scalars, fresh(lattice, 1000));
      kernels::Copy::run(lattice, {}, db, r);
      kernels::Copy::run(lattice, {}, db, p);
      kernels::Norm2::run(lattice, {}, db, partials);
      Control c = scalar(0);
      while (c.state == 0) {
        op.normal(p, mp, ap);
        kernels::Norm2::run(lattice, {}, mp, partials);
        scalar(1);
        kernels::CgResidual::run(lattice, {}, ap, r, partials, scalars);
        c = scalar(2);
        if (c.state == 0) kernels::CgDirection::run(lattice, {}, r, p, y, scalars);
      }
      kernels::CgFinish::run(lattice, {}, p, y, scalars);
      CHECK(int(c.iteration) == result.iterations);
      const ParitySpinorField one = on_host(y), many = on_host(x);
      CHECK(std::memcmp(one.data(), many.data(), one.size() * sizeof(Spinor)) == 0);

      // And it is the solution, as far as single precision goes.
      ParitySpinorField exact(b.size());
      reference::conjugate_gradient(cpu::WilsonOperator<double>(u, kappa), b, exact, 1e-12);
      CHECK(relative_error(many, exact) < 1e-4);
    });
  }

  TEST_CASE("cg: out of iterations and beyond the numbers, it says so") {
    const Configuration u = hot_configuration(kGeometry, 74);
    const auto b = cpu::gaussian_spinor(kGeometry, Parity::even, 75, 0);
    for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
      const GaugeField field = on_device(lattice, u);
      WilsonOperator op(lattice, field, 0.13);
      SpinorField x(lattice);
      ConjugateGradient cg(op);
      for (const int limit : {1, 7, 8, 9, 12}) {
        const DeviceCgResult result = cg.solve(on_device(lattice, b), x, 1e-5, limit);
        CHECK(result.state == SolverState::exhausted);
        CHECK(result.iterations == limit);
        CHECK(result.residual > 1e-5);
      }
      CHECK(cg.solve(on_device(lattice, ParitySpinorField(b.size())), x, 1e-5, 100).state ==
            SolverState::broken);
      CHECK(cpu::norm2(on_host(x)) == 0);
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_conjugate_gradient
