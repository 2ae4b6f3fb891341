// These tests check that a hop and a solve for several right-hand sides at once give the results of one at a
// time.
#include "solvers/block_cg.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <span>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/twisted_mass.hpp"
#include "fermion/multi_wilson_operator.hpp"
#include "field/texels.hpp"
#include "kernels/multi.hpp"
#include "reference/cg.hpp"
#include "solvers/device_control.hpp"
#include "solvers/quark_solver.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::property_block_cg {
namespace {

const Geometry kGeometry({4, 6, 4, 8});
constexpr double kKappa = 0.13, kMu = 0.2;
using FullSpinors = std::array<ParitySpinorField, 2>;

/// Copies spinors into, or one out of, a field of several, through the host.
MultiSpinorField together(const DeviceLattice& lattice, const std::vector<ParitySpinorField>& spinors) {
  MultiSpinorField all(lattice, std::uint32_t(spinors.size()));
  in_precision(lattice.format(), [&](auto real) {
    Texels<decltype(real)> texels;
    for (const auto& psi : spinors) {
      const auto one = fetch<decltype(real)>(on_device(lattice, psi));
      texels.insert(texels.end(), one.begin(), one.end());
    }
    send(texels, all);
  });
  return all;
}

ParitySpinorField one_of(const DeviceLattice& lattice, const MultiSpinorField& all, std::size_t n) {
  SpinorField one(lattice);
  in_precision(lattice.format(), [&](auto real) {
    const auto texels = fetch<decltype(real)>(all);
    const std::size_t size = SpinorField::kPlanes * kGeometry.half_volume();
    send(Texels<decltype(real)>(texels.begin() + std::ptrdiff_t(n * size),
                                texels.begin() + std::ptrdiff_t((n + 1) * size)),
         one);
  });
  return on_host(one);
}

std::vector<ParitySpinorField> noise(std::size_t count) {
  std::vector<ParitySpinorField> all;
  for (std::size_t n = 0; n < count; ++n)
    all.push_back(cpu::gaussian_spinor(kGeometry, Parity::even, 110 + n, 0));
  return all;
}

TEST_SUITE("property") {
  TEST_CASE("several right-hand sides: the operator on each is the reference's") {
    const Configuration u = hot_configuration(kGeometry, 111);
    Boundary boundary;
    boundary.twist = {0.25, 0, 0, 0};
    const cpu::TwistedMassOperator exact(u, kKappa, kMu, boundary);
    for (const std::size_t count : {2, 6}) {
      const auto psi = noise(count);
      for_each_lattice(kGeometry, {.storage = count == 6, .in_double = true, .turn = count == 6 ? -1 : 0},
                       [&](const DeviceLattice& lattice) {
                         const GaugeField field = on_device(lattice, u);
                         MultiWilsonOperator op(lattice, field, kKappa, kMu, std::uint32_t(count), boundary);
                         const MultiSpinorField in = together(lattice, psi);
                         MultiSpinorField out(lattice, std::uint32_t(count));
                         ParitySpinorField want(psi[0].size());
                         for (const bool dagger : {false, true}) {
                           op.even_odd(in, out, dagger);
                           for (std::size_t n = 0; n < count; ++n) {
                             exact.even_odd(psi[n], want, dagger);
                             CHECK(relative_error(one_of(lattice, out, n), want) < tolerance(lattice).field);
                           }
                         }
                       });
    }
  }

  TEST_CASE(
      "several right-hand sides: norms and updates that are fused with the hops, but of those that have "
      "stopped") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 113);
    const cpu::TwistedMassOperator exact(u, kKappa, kMu);
    for (const std::size_t count : {2, 6}) {
      const auto psi = noise(count);
      const Sweep sweep{
          .storage = false, .accumulator = count == 6, .in_double = count == 2, .turn = count == 6 ? -1 : 1};
      const auto run = [&](const DeviceLattice& lattice) {
        const GaugeField field = on_device(lattice, u);
        MultiWilsonOperator op(lattice, field, kKappa, kMu, std::uint32_t(count));
        // Each has its own alpha; the second one has stopped.
        std::vector<CgScalars::Control> controls(
            count, first_control<CgScalars::Control>(lattice, 10, std::uint32_t(count)));
        for (std::size_t n = 0; n < count; ++n) controls[n].alpha = 0.25 * double(n + 1);
        controls[1].state = 1;
        const CgScalars scalars(lattice, std::uint32_t(count));
        send(lattice, controls, scalars);
        const MultiSpinorField in = together(lattice, psi);
        MultiSpinorField out(lattice, std::uint32_t(count));
        Partials partials(lattice, Shape::rhs_pairs, std::uint32_t(count));
        const auto check = [&](std::size_t n, const ParitySpinorField& want) {
          CHECK(relative_error(one_of(lattice, out, n), want) < tolerance(lattice).field);
          const std::size_t each = lattice.partials(Shape::rhs_pairs, std::uint32_t(count));
          std::vector<std::uint32_t> words(2 * each * count);
          lattice.stream().download(partials.memory(), std::as_writable_bytes(std::span(words)));
          double sum = 0;
          for (std::size_t i = n * each; i < (n + 1) * each; ++i)
            sum += lattice.decode_sum(words[2 * i], words[2 * i + 1]);
          CHECK(std::abs(sum / cpu::norm2(want) - 1) < tolerance(lattice).average);
        };
        op.normal_root(in, out, partials, scalars);
        std::vector<ParitySpinorField> middle(count, ParitySpinorField(psi[0].size()));
        for (std::size_t n = 0; n < count; ++n) {
          exact.even_odd(psi[n], middle[n]);
          check(n, middle[n]);
        }
        const MultiSpinorField halfway = together(lattice, middle);
        op.normal_residual(in, halfway, out, partials, scalars);
        for (std::size_t n = 0; n < count; ++n) {
          ParitySpinorField image(psi[0].size()), want = middle[n];
          exact.even_odd(middle[n], image, true);
          if (n != 1) cpu::axpy(-controls[n].alpha, image, want);
          check(n, want);
        }
      };
      for_each_lattice(kGeometry, sweep, run);
      // Sums in workgroups that three pairs do not share evenly: 10 sites each, and two invocations to spare.
      for_each_device([&](gpu::Device& device) {
        if (count != 6 || !has_turn(device, 0)) return;
        LatticeOptions options = preferred_options(device);
        options.shared_sums = true;
        options.workgroup = 32;
        run(DeviceLattice(device, kGeometry, options));
      });
    }
  }

  TEST_CASE("several right-hand sides: each solution is that of a solve of its own") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 112);
    std::vector<ParitySpinorField> b = noise(4);
    for (auto& spinor : b[2])  // one that is nothing: it stops at once
      spinor = {};
    const cpu::TwistedMassOperator exact(u, kKappa, kMu);
    for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& preferred) {
      for (const bool fused : {false, true}) {
        LatticeOptions options = preferred.options();
        options.fused = fused;
        const DeviceLattice lattice(preferred.device(), kGeometry, options);
        const bool in_double = lattice.precision() == gpu::Precision::double_;
        if (in_double && fused) continue;
        const double goal = in_double ? 1e-11 : 1e-6;
        const GaugeField field = on_device(lattice, u);
        MultiWilsonOperator op(lattice, field, kKappa, kMu, 4);
        MultiSpinorField x(lattice, 4);
        const auto results = BlockCg(op).solve(together(lattice, b), x, goal, 1000);
        for (std::size_t n = 0; n < 4; ++n) {
          if (n == 2) {
            CHECK(results[n].state == SolverState::broken);
            continue;
          }
          CHECK(results[n].state == SolverState::converged);
          CHECK(results[n].residual <= goal);
          ParitySpinorField want(b[n].size());
          reference::conjugate_gradient<ParitySpinorField>(exact, b[n], want, 1e-13);
          CHECK(relative_error(one_of(lattice, x, n), want) < (in_double ? 1e-9 : 1e-4));
        }
        CHECK_THROWS_AS(MultiWilsonOperator(lattice, field, kKappa, kMu, 3), Error);
      }
    });
  }

  TEST_CASE("several right-hand sides: spinors go into their part of a field and come back bit by bit") {
    const auto psi = noise(3);
    for_each_lattice(kGeometry, {.in_double = true}, [&](const DeviceLattice& lattice) {
      MultiSpinorField all(lattice, 4);
      for (const std::uint32_t n : {3u, 0u, 1u, 2u})
        kernels::CopyPart::put(lattice, on_device(lattice, psi[n % 3]), n, all);
      for (const std::uint32_t n : {0u, 1u, 2u, 3u}) {
        SpinorField one(lattice);
        kernels::CopyPart::take(lattice, all, n, one);
        const auto want = on_host(on_device(lattice, psi[n % 3]));
        CHECK(relative_error(on_host(one), want) == 0);
        CHECK(relative_error(one_of(lattice, all, n), want) == 0);
      }
    });
  }

  TEST_CASE("solved in blocks: every column is what a solve of its own gives") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 113);
    QuarkParameters quark;
    quark.action = QuarkAction::twisted_mass;
    quark.kappa = kKappa;
    quark.mu = kMu;
    quark.boundary.twist = {0.25, 0, 0, 0.5};
    quark.boundary.spread = true;
    quark.boundary.imaginary_mu = 0.1;
    std::vector<FullSpinors> b;
    for (std::uint64_t n = 0; n < 6; ++n)
      b.push_back({cpu::gaussian_spinor(kGeometry, Parity::even, 120 + n, 0),
                   cpu::gaussian_spinor(kGeometry, Parity::odd, 120 + n, 0)});
    for (auto& half : b[3])  // a source that is nothing
      half.assign(half.size(), {});
    for_each_device([&](gpu::Device& device) {
      for (const gpu::Precision inner : {gpu::Precision::single, gpu::Precision::double_})
        for (const Restart restart : {Restart::cpu, Restart::gpu}) {
          const bool in_double = inner == gpu::Precision::double_;
          if (!device.info().limits.float64 && (in_double || restart == Restart::gpu)) continue;
          if (in_double && restart == Restart::gpu) continue;
          if (!has_turn(device, int(inner) + int(restart))) continue;
          CAPTURE(to_string(inner));
          CAPTURE(int(restart));
          SolverOptions options;
          options.inner = inner;
          options.restart = restart;
          options.block = 4;
          const auto solver = make_spinor_solver(device, u, quark, options);
          CHECK(solver->block() == 4);
          CHECK(solver->share(6) == 3);
          std::vector<FullSpinors> x(b.size());
          const auto results = solver->solve_all(b, x);
          REQUIRE(results.size() == b.size());
          for (std::size_t n = 0; n < b.size(); ++n) {
            CAPTURE(n);
            CHECK(results[n].block == 3);
            if (n == 3) {
              CHECK(results[n].iterations == 0);
              CHECK(cpu::norm2(x[n][0]) + cpu::norm2(x[n][1]) == 0);
              continue;
            }
            CHECK(results[n].residual_full <= 1e-10);
            CHECK(results[n].history.size() == std::size_t(results[n].restarts) + 1);
            CHECK(results[n].iterations > 10);
            if (n > 1) continue;
            FullSpinors alone;
            const SolveResult single = solver->solve(b[n], alone);
            CHECK(single.block == 1);
            for (std::size_t parity = 0; parity < 2; ++parity)
              CHECK(relative_error(x[n][parity], alone[parity]) < 1e-8);
          }
        }
    });
  }

  TEST_CASE(
      "solved in blocks: out of iterations it says so; where there is no matrix for several, columns are "
      "solved alone") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 114);
    const std::vector<FullSpinors> b(2, {cpu::gaussian_spinor(kGeometry, Parity::even, 130, 0),
                                         cpu::gaussian_spinor(kGeometry, Parity::odd, 130, 0)});
    std::vector<FullSpinors> x(2);
    for_each_device([&](gpu::Device& device) {
      QuarkParameters quark;
      quark.kappa = kKappa;
      SolverOptions options;
      options.block = 2;
      options.max_iterations = 5;
      CHECK_THROWS_WITH_AS(make_spinor_solver(device, u, quark, options)->solve_all(b, x),
                           doctest::Contains("out of iterations"), Error);
      options.max_iterations = 1000;
      options.inner = gpu::Precision::half;
      CHECK(make_spinor_solver(device, u, quark, options)->block() == 1);
      options.inner = gpu::Precision::single;
      options.choose_block = [](gpu::Device&, const Geometry&, const LatticeOptions&) { return 6; };
      CHECK(make_spinor_solver(device, u, quark, options)->block() == 6);
      options.choose_block = {};
      quark.action = QuarkAction::clover;
      const auto clover = make_spinor_solver(device, u, quark, options);
      CHECK(clover->block() == 1);
      const auto results = clover->solve_all(b, x);
      CHECK(results[1].block == 1);
      CHECK(results[1].residual_full <= 1e-10);
      options.block = 17;
      CHECK_THROWS_WITH_AS(make_spinor_solver(device, u, quark, options), doctest::Contains("blocks of 17"),
                           Error);
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_block_cg
