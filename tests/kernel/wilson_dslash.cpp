// The Wilson hop and what is built of it against their references.
#include <doctest/doctest.h>

#include <span>

#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/twisted_mass.hpp"
#include "cpu/wilson_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "field/texels.hpp"
#include "kernels/fermion.hpp"
#include "kernels/linalg.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_wilson_dslash {
namespace {

constexpr double kKappa = 0.137;

/// Checks hops to both parities, with and without dagger.
void check_hops(const DeviceLattice& lattice, const Configuration& u, const ParitySpinorField& psi,
                const Boundary& boundary = kAntiperiodicInTime) {
  const GaugeField field = on_device(lattice, u);
  const WilsonOperator op(lattice, field, kKappa, 0, boundary);
  const cpu::WilsonOperator<double> reference(u, kKappa, boundary);
  const SpinorField in = on_device(lattice, psi);
  SpinorField out(lattice);
  ParitySpinorField want(psi.size());
  for (const Parity target : {Parity::even, Parity::odd})
    for (const bool dagger : {false, true}) {
      CAPTURE(int(target));
      CAPTURE(dagger);
      op.hop(target, in, out, 1.0, dagger);
      reference.hop(target, psi, want, dagger);
      CHECK(relative_error(on_host(out), want) < tolerance(lattice).field);
    }
}

TEST_SUITE("kernel") {
  TEST_CASE("wilson dslash: both parities and the dagger, in every storage and reconstruction") {
    for (const Geometry& g : {Geometry({4, 6, 8, 10}), Geometry({2, 4, 2, 6})}) {
      const Configuration u = hot_configuration(g, 51);
      const auto psi = cpu::gaussian_spinor(g, Parity::odd, 52, 0);
      const int turn = g.extent(0) == 4 ? -1 : 0;
      for_each_lattice(g, {.reconstruct = true, .in_double = true, .in_half = true, .turn = turn},
                       [&](const DeviceLattice& lattice) { check_hops(lattice, u, psi); });
    }
  }

  TEST_CASE(
      "wilson dslash: half precision's fixed point is ten times as fine as its floats, in every storage it "
      "has") {
    const Geometry g({4, 6, 8, 10});
    const Configuration u = hot_configuration(g, 61);
    const auto psi = cpu::gaussian_spinor(g, Parity::odd, 62, 0);
    ParitySpinorField want(psi.size());
    cpu::WilsonOperator<double>(u, kKappa).hop(Parity::even, psi, want, false);
    for_each_device([&](gpu::Device& device) {
      for (const gpu::Storage storage : {gpu::Storage::buffer, gpu::Storage::texel})
        for (const gpu::HalfFormat format : {gpu::HalfFormat::fixed, gpu::HalfFormat::floating}) {
          if (!has_turn(device, int(storage) + int(format))) continue;
          LatticeOptions options = preferred_options(device, gpu::Precision::half, g, format);
          options.storage = storage;
          const DeviceLattice lattice(device, g, options);
          CAPTURE(describe(lattice));
          const GaugeField field = on_device(lattice, u);
          SpinorField out(lattice);
          WilsonOperator(lattice, field, kKappa).hop(Parity::even, on_device(lattice, psi), out, 1.0, false);
          const double error = relative_error(on_host(out), want);
          const double expected = format == gpu::HalfFormat::fixed ? 3.4e-5 : 3.6e-4;
          CHECK(error < 1.3 * expected);
          CHECK(error > 0.5 * expected);
        }
    });
  }

  TEST_CASE("wilson dslash: boundary signs in every direction") {
    const Geometry g({4, 6, 2, 4});
    const Configuration u = hot_configuration(g, 53);
    const auto psi = cpu::gaussian_spinor(g, Parity::even, 54, 0);
    int turn = 0;
    for (const cpu::Boundary& boundary :
         {cpu::Boundary{1, 1, 1, 1}, cpu::Boundary{-1, 1, 1, 1}, cpu::Boundary{1, -1, 1, 1},
          cpu::Boundary{1, 1, -1, 1}, cpu::Boundary{-1, -1, -1, -1}})
      for_each_lattice(g, {.storage = false, .in_double = true, .in_half = true, .turn = turn++},
                       [&](const DeviceLattice& lattice) { check_hops(lattice, u, psi, boundary); });
  }

  TEST_CASE("wilson dslash: a x + b H psi, with x its own field") {
    const Geometry g({4, 6, 8, 10});
    const Configuration u = hot_configuration(g, 55);
    const auto psi = cpu::gaussian_spinor(g, Parity::odd, 56, 0),
               x = cpu::gaussian_spinor(g, Parity::even, 56, 0);
    ParitySpinorField hop(psi.size());
    using kernels::WilsonDslash;
    for (const bool dagger : {false, true}) {
      cpu::WilsonOperator<double>(u, kKappa).hop(Parity::even, psi, hop, dagger);
      ParitySpinorField with_x(psi.size()), without(psi.size());
      for (std::size_t n = 0; n < psi.size(); ++n)
        for (int s = 0; s < 4; ++s)
          for (int c = 0; c < 3; ++c) {
            without[n][s][c] = -0.375 * hop[n][s][c];
            with_x[n][s][c] = 1.5 * x[n][s][c] + without[n][s][c];
          }
      const Sweep sweep{.in_double = true, .in_half = true, .turn = dagger ? 1 : -1};
      for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
        const GaugeField field = on_device(lattice, u);
        const SpinorField dpsi = on_device(lattice, psi), dx = on_device(lattice, x);
        SpinorField out(lattice);
        const std::uint32_t flags = HopBoundary(g, kAntiperiodicInTime).flags;
        for (const std::uint32_t add : {0u, WilsonDslash::kAddX}) {
          WilsonDslash::run({lattice, flags | add | (dagger ? WilsonDslash::kDagger : 0u)},
                            {.parity = 0, .a = 1.5f, .b = -0.375f}, field[Parity::even], field[Parity::odd],
                            dpsi, dx, out);
          CHECK(relative_error(on_host(out), add ? with_x : without) < tolerance(lattice).field);
        }
      });
    }
  }

  TEST_CASE("wilson operator: even-odd, its dagger, and both in a row") {
    const Geometry g({4, 6, 8, 10});
    const Configuration u = hot_configuration(g, 57);
    const auto psi = cpu::gaussian_spinor(g, Parity::even, 58, 0);
    const cpu::WilsonOperator<double> reference(u, kKappa);
    for_each_lattice(g, {.in_double = true, .in_half = true, .threads_per_site = true},
                     [&](const DeviceLattice& lattice) {
                       const GaugeField field = on_device(lattice, u);
                       WilsonOperator op(lattice, field, kKappa);
                       const SpinorField in = on_device(lattice, psi);
                       SpinorField out(lattice), middle(lattice);
                       ParitySpinorField want(psi.size()), half(psi.size());
                       for (const bool dagger : {false, true}) {
                         op.even_odd(in, out, dagger);
                         reference.even_odd(psi, want, dagger);
                         CHECK(relative_error(on_host(out), want) < tolerance(lattice).field);
                       }
                       op.normal(in, middle, out);
                       reference.normal(psi, want);
                       reference.even_odd(psi, half);
                       CHECK(relative_error(on_host(out), want) < tolerance(lattice).field);
                       CHECK(relative_error(on_host(middle), half) < tolerance(lattice).field);
                     });
  }

  TEST_CASE("wilson operator: the steps that a conjugate gradient's vectors are fused with") {
    const Geometry g({4, 6, 2, 10});
    const Configuration u = hot_configuration(g, 59);
    const auto psi = cpu::gaussian_spinor(g, Parity::even, 60, 0),
               r = cpu::gaussian_spinor(g, Parity::even, 60, 1);
    const double alpha = 0.625, mu = 0.2;
    const cpu::TwistedMassOperator reference(u, kKappa, mu);
    ParitySpinorField root(psi.size()), square(psi.size()), want = r;
    reference.even_odd(psi, root);
    reference.even_odd(root, square, true);
    cpu::axpy(-alpha, square, want);
    for_each_lattice(g, {.accumulator = true, .in_double = true, .in_half = true, .threads_per_site = true},
                     [&](const DeviceLattice& lattice) {
                       const GaugeField field = on_device(lattice, u);
                       WilsonOperator op(lattice, field, kKappa, mu);
                       CgScalars scalars(lattice);
                       in_precision(lattice.format(), [&](auto real) {
                         args::CgControl<decltype(real)> control{};
                         control.alpha = decltype(real)(alpha);
                         lattice.stream().upload(scalars.memory(), std::as_bytes(std::span(&control, 1)));
                       });
                       const SpinorField in = on_device(lattice, psi);
                       SpinorField middle(lattice), residual = on_device(lattice, r);
                       Partials partials(lattice, Shape::hops);
                       Totals totals(lattice);
                       const auto total = [&] {
                         kernels::Sum::run(lattice, {.count = lattice.partials(Shape::hops), .accumulate = 0},
                                           partials, totals);
                         std::uint32_t words[2];
                         lattice.stream().download(totals.memory(), std::as_writable_bytes(std::span(words)));
                         return lattice.decode_sum(words[0], words[1]);
                       };
                       op.normal_root(in, middle, partials, scalars);
                       CHECK(std::abs(total() / cpu::norm2(root) - 1) < tolerance(lattice).average);
                       CHECK(relative_error(on_host(middle), root) < tolerance(lattice).field);
                       op.normal_residual(in, on_device(lattice, root), residual, partials, scalars);
                       CHECK(std::abs(total() / cpu::norm2(want) - 1) < tolerance(lattice).average);
                       CHECK(relative_error(on_host(residual), want) < tolerance(lattice).field);
                     });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_wilson_dslash
