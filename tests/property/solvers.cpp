// These tests check every solver on every action: the answer solves M x = b on all sites, judged in double on
// the CPU.
#include <doctest/doctest.h>

#include <cmath>

#include "base/error.hpp"
#include "cpu/clover_operator.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/staggered.hpp"
#include "cpu/twisted_mass.hpp"
#include "solvers/quark_solver.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"

namespace glueball::test::property_solvers {
namespace {

using gpu::HalfFormat;
using gpu::Precision;
const Geometry kGeometry({4, 6, 4, 8});

struct Inner {
  Precision precision;
  HalfFormat format = HalfFormat::fixed;
};

std::array<ParitySpinorField, 2> source() {
  return {cpu::gaussian_spinor(kGeometry, Parity::even, 91, 0),
          cpu::gaussian_spinor(kGeometry, Parity::odd, 91, 0)};
}

QuarkParameters quark(QuarkAction action) {
  QuarkParameters q;
  q.action = action;
  q.kappa = 0.13;
  q.mu = action == QuarkAction::twisted_mass ? 0.1 : 0.0;
  q.csw = 1.2;
  q.mass = 0.2;
  q.boundary.twist = {0.25, 0, 0, 0.5};
  q.boundary.imaginary_mu = 0.1;
  return q;
}

double residual(const cpu::EvenOddOperator<ParitySpinorField>& m, const std::array<ParitySpinorField, 2>& b,
                const std::array<ParitySpinorField, 2>& x) {
  std::array<ParitySpinorField, 2> mx{ParitySpinorField(b[0].size()), ParitySpinorField(b[0].size())};
  m.full(x, mx);
  double difference = 0, norm = 0;
  for (int parity = 0; parity < 2; ++parity) {
    difference += std::pow(relative_error(mx[parity], b[parity]), 2) * cpu::norm2(b[parity]);
    norm += cpu::norm2(b[parity]);
  }
  return std::sqrt(difference / norm);
}

TEST_SUITE("property") {
  TEST_CASE("solvers: conjugate gradients in every precision, restarted by the CPU and by the device") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 92);
    const auto b = source();
    const QuarkParameters q = quark(QuarkAction::wilson);
    const cpu::WilsonOperator<double> exact(u, q.kappa, q.boundary);
    for_each_device([&](gpu::Device& device) {
      int row = 0;
      for (const Inner& inner : {Inner{Precision::half}, Inner{Precision::half, HalfFormat::floating},
                                 Inner{Precision::single}, Inner{Precision::double_}}) {
        ++row;
        for (const Restart restart : {Restart::cpu, Restart::gpu}) {
          if (!device.info().limits.float64 &&
              (inner.precision == Precision::double_ || restart == Restart::gpu))
            continue;
          if (!has_turn(device, row + int(restart))) continue;
          CAPTURE(to_string(inner.precision));
          CAPTURE(to_string(inner.format));
          CAPTURE(int(restart));
          SolverOptions options;
          options.inner = inner.precision;
          options.half_format = inner.format;
          options.restart = restart;
          auto solver = make_spinor_solver(device, u, q, options);
          std::array<ParitySpinorField, 2> x;
          const SolveResult result = solver->solve(b, x);
          CHECK(result.residual_full <= 1e-10);
          CHECK(std::abs(residual(exact, b, x) / result.residual_full - 1) < 1e-3);
          CHECK(result.iterations > 10);
          CHECK(result.history.size() == std::size_t(result.restarts) + 1);
          if (inner.precision != Precision::double_) CHECK(result.restarts > 0);
        }
      }
    });
  }

  TEST_CASE("solvers: BiCGStab and conjugate gradients agree for every spinor action") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 93);
    const auto b = source();
    for_each_device([&](gpu::Device& device) {
      int variant = 0;
      for (const QuarkAction action : {QuarkAction::wilson, QuarkAction::twisted_mass, QuarkAction::clover}) {
        if (!has_turn(device, variant++)) continue;
        CAPTURE(int(action));
        SolverOptions options;
        std::array<ParitySpinorField, 2> by_cg, by_bicgstab;
        CHECK(make_spinor_solver(device, u, quark(action), options)->solve(b, by_cg).residual_full <= 1e-10);
        options.method = Method::bicgstab;
        const SolveResult r = make_spinor_solver(device, u, quark(action), options)->solve(b, by_bicgstab);
        CHECK(r.residual_full <= 1e-10);
        for (int parity = 0; parity < 2; ++parity)
          CHECK(relative_error(by_bicgstab[parity], by_cg[parity]) < 1e-7);
      }
    });
  }

  TEST_CASE("solvers: BiCGStab goes on from true residuals without more iterations") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 93);
    const auto b = source();
    for_each_device([&](gpu::Device& device) {
      if (!device.info().limits.float64) return;
      SolverOptions options{.method = Method::bicgstab, .restart = Restart::gpu};
      std::array<ParitySpinorField, 2> x;
      // Without a restart there is nothing to go on from.
      options.inner = Precision::double_;
      options.tolerance = 0.2;
      const int few =
          make_spinor_solver(device, u, quark(QuarkAction::wilson), options)->solve(b, x).restarts;
      CHECK(few <= 1);
      options.tolerance = 1e-10;
      const SolveResult often =
          make_spinor_solver(device, u, quark(QuarkAction::wilson), options)->solve(b, x);
      options.restart = Restart::cpu;
      const SolveResult seldom =
          make_spinor_solver(device, u, quark(QuarkAction::wilson), options)->solve(b, x);
      CHECK(often.restarts >= 5);
      CHECK(often.iterations <= 1.2 * seldom.iterations + 2);
    });
  }

  TEST_CASE("solvers: staggered quarks, inner single and half") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 94);
    std::array<ParityColourField, 2> b{random_colour_field(kGeometry, 95),
                                       random_colour_field(kGeometry, 96)};
    const QuarkParameters q = quark(QuarkAction::staggered), with_naik = quark(QuarkAction::naik),
                          hisq = quark(QuarkAction::hisq);
    for_each_device([&](gpu::Device& device) {
      int row = 0;
      for (const Inner& inner :
           {Inner{Precision::half}, Inner{Precision::half, HalfFormat::floating}, Inner{Precision::single}}) {
        ++row;
        for (const Restart restart : {Restart::cpu, Restart::gpu}) {
          if (!device.info().limits.float64 && restart == Restart::gpu) continue;
          if (!has_turn(device, row + int(restart))) continue;
          SolverOptions options;
          options.inner = inner.precision;
          options.half_format = inner.format;
          options.restart = restart;
          std::array<ParityColourField, 2> x;
          const SolveResult result = make_staggered_solver(device, u, q, options)->solve(b, x);
          CHECK(result.residual_full <= 1e-10);
          if (inner.format == HalfFormat::floating) continue;
          for (const QuarkParameters& other : {with_naik, hisq})
            CHECK(make_staggered_solver(device, u, other, options)->solve(b, x).residual_full <= 1e-10);
        }
      }
    });
  }

  TEST_CASE("solvers: a solve that cannot end says so") {
    const Configuration u = hot_configuration(kGeometry, 97);
    const auto b = source();
    for_each_device([&](gpu::Device& device) {
      QuarkParameters q = quark(QuarkAction::wilson);
      for (const Method method : {Method::cg, Method::bicgstab}) {
        SolverOptions options;
        options.method = method;
        options.max_iterations = 5;
        std::array<ParitySpinorField, 2> x;
        CHECK_THROWS_WITH_AS(make_spinor_solver(device, u, q, options)->solve(b, x),
                             doctest::Contains("out of iterations"), Error);
      }
      SolverOptions options;
      q.kappa = -0.1;
      CHECK_THROWS_WITH_AS(make_spinor_solver(device, u, q, options), doctest::Contains("kappa"), Error);
      q = quark(QuarkAction::staggered);
      q.mass = 0;
      CHECK_THROWS_WITH_AS(make_staggered_solver(device, u, q, options), doctest::Contains("mass"), Error);
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_solvers
