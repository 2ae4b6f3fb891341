// The steps of clover and staggered quarks' matrices that a conjugate gradient's sums and updates are fused
// with, and solves by them.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <span>

#include "cpu/clover_operator.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/staggered.hpp"
#include "fermion/clover_operator.hpp"
#include "fermion/naik_operator.hpp"
#include "fermion/staggered_operator.hpp"
#include "field/texels.hpp"
#include "field/transfer.hpp"
#include "kernels/linalg.hpp"
#include "reference/cg.hpp"
#include "solvers/conjugate_gradient.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_fused_steps {
namespace {

const Geometry kGeometry({4, 6, 2, 10});
constexpr double kKappa = 0.137, kMass = 0.21, kAlpha = 0.625;

/// Twists and an imaginary chemical potential, in the form that the device takes.
Boundary phases(const Geometry& g = kGeometry) {
  Boundary b;
  b.twist = {0.25, -0.5, 1.0 / 3, 0.125};
  b.imaginary_mu = 0.3;
  return b.wrapped(g);
}

cpu::CloverOperator clover(const Configuration& u, double mu, const Boundary& boundary) {
  return cpu::CloverOperator(u, kKappa, {.csw = 1.3, .mu = mu, .boundary = boundary});
}

/// `half_way` is what normal_root leaves in its middle.
template <class F, class OneParity>
void check_steps(FermionOperator<F>& op, const cpu::EvenOddOperator<OneParity>& exact, const OneParity& psi,
                 const OneParity& r, const OneParity& half_way) {
  const DeviceLattice& lattice = op.lattice();
  OneParity square(psi.size()), want = r, got;
  exact.normal(psi, square);
  cpu::axpy(-kAlpha, square, want);
  CgScalars scalars(lattice);
  in_precision(lattice.format(), [&](auto real) {
    args::CgControl<decltype(real)> control{};
    control.alpha = decltype(real)(kAlpha);
    lattice.stream().upload(scalars.memory(), std::as_bytes(std::span(&control, 1)));
  });
  F in(lattice), middle(lattice), residual(lattice);
  upload(psi, in);
  upload(r, residual);
  Partials partials(lattice, Shape::hops);
  Totals totals(lattice);
  const auto total = [&] {
    kernels::Sum::run(lattice, {.count = lattice.partials(Shape::hops), .accumulate = 0}, partials, totals);
    std::uint32_t words[2];
    lattice.stream().download(totals.memory(), std::as_writable_bytes(std::span(words)));
    return lattice.decode_sum(words[0], words[1]);
  };
  op.normal_root(in, middle, partials, scalars);
  CHECK(std::abs(total() / cpu::dot(psi, square).real() - 1) < tolerance(lattice).average);
  download(middle, got);
  CHECK(relative_error(got, half_way) < tolerance(lattice).field);
  upload(half_way, middle);
  op.normal_residual(in, middle, residual, partials, scalars);
  CHECK(std::abs(total() / cpu::norm2(want) - 1) < tolerance(lattice).average);
  download(residual, got);
  CHECK(relative_error(got, want) < tolerance(lattice).field);
}

/// Checks a solve by these steps: it gives the same bits each time, and the solution of an operator without
/// them in about as many iterations.
template <class F, class OneParity>
void check_solve(FermionOperator<F>& op, FermionOperator<F>& plain,
                 const cpu::EvenOddOperator<OneParity>& exact, const OneParity& b) {
  const DeviceLattice& lattice = op.lattice();
  constexpr double kGoal = 1e-5;
  REQUIRE(op.has_fused());
  REQUIRE_FALSE(plain.has_fused());
  const auto solved = [&](FermionOperator<F>& m, OneParity& x) {
    F db(m.lattice()), dx(m.lattice());
    upload(b, db);
    const DeviceCgResult result = ConjugateGradient<F>(m).solve(db, dx, kGoal, 1000);
    CHECK(result.state == SolverState::converged);
    download(dx, x);
    return result;
  };
  OneParity first, second, by_plain, want(b.size());
  const DeviceCgResult result = solved(op, first);
  CHECK(solved(op, second).iterations == result.iterations);
  CHECK(std::memcmp(first.data(), second.data(), first.size() * sizeof first[0]) == 0);
  CHECK(std::abs(solved(plain, by_plain).iterations - result.iterations) <= 1);
  reference::conjugate_gradient(exact, b, want, 1e-12);
  CHECK(relative_error(first, want) < 1e-4);
  CHECK(relative_error(by_plain, want) < 1e-4);
  CHECK(lattice.options().fused);
}

/// Returns the number of dispatches that each iteration of a solve by this operator queues.
template <class F, class OneParity>
double dispatches(FermionOperator<F>& op, const OneParity& b) {
  const DeviceLattice& lattice = op.lattice();
  gpu::Stream& stream = lattice.stream();
  F db(lattice), dx(lattice);
  upload(b, db);
  stream.finish();
  stream.clear_times();
  stream.profile(true);
  ConjugateGradient<F>(op).solve(db, dx, 1e-5, 20);
  stream.finish();
  stream.profile(false);
  std::size_t all = 0, iterations = 0;
  for (const auto& [kernel, time] : stream.times()) {
    all += time.calls;
    if (kernel == "solver/cg_direction") iterations = time.calls;
  }
  constexpr double kOnce = 6;  // x = 0, r = b, p = b, |b|^2, its scalars; the last step of x
  return (double(all) - kOnce) / double(iterations);
}

/// Makes on every device a lattice with fused steps and one without, two threads a site, in single precision.
/// (Drivers and validation layers take their time over each of clover quarks' kernels.)
void for_each_pair(const std::function<void(const DeviceLattice&, const DeviceLattice&)>& test) {
  for_each_device([&](gpu::Device& device) {
    LatticeOptions options = preferred_options(device);
    options.threads_per_site = 2;
    options.fused = true;
    const DeviceLattice fused(device, kGeometry, options);
    options.fused = false;
    test(fused, DeviceLattice(device, kGeometry, options));
  });
}

TEST_SUITE("kernel") {
  TEST_CASE("clover operator: the steps that a conjugate gradient's vectors are fused with") {
    const Configuration u = hot_configuration(kGeometry, 601);
    const auto psi = cpu::gaussian_spinor(kGeometry, Parity::even, 602, 0),
               r = cpu::gaussian_spinor(kGeometry, Parity::even, 602, 1);
    for (const double mu : {0.0, 0.4}) {
      const cpu::CloverOperator exact = clover(u, mu, phases());
      ParitySpinorField root(psi.size());
      exact.even_odd(psi, root);
      const bool twist = mu != 0;
      const Sweep sweep{.storage = !twist,
                        .in_double = twist,
                        .in_half = twist,
                        .threads_per_site = twist,
                        .turn = twist ? -1 : 0};
      for_each_lattice(kGeometry, sweep, [&](const DeviceLattice& lattice) {
        const GaugeField field = on_device(lattice, u);
        CloverOperator op(lattice, field, exact);
        check_steps<SpinorField, ParitySpinorField>(op, exact, psi, r, root);
      });
    }
  }

  TEST_CASE("staggered operator: the steps that a conjugate gradient's vectors are fused with") {
    const Configuration u = hot_configuration(kGeometry, 603);
    const ParityColourField psi = random_colour_field(kGeometry, 604),
                            r = random_colour_field(kGeometry, 605);
    const cpu::StaggeredOperator exact(u, kMass, phases());
    ParityColourField odd(psi.size());
    exact.hop(Parity::odd, psi, odd);
    for (const Sweep& sweep :
         {Sweep{.turn = 0},
          Sweep{.storage = false, .in_double = true, .in_half = true, .threads_per_site = true}})
      for_each_lattice(kGeometry, sweep, [&](const DeviceLattice& lattice) {
        const GaugeField field = on_device(lattice, u);
        StaggeredOperator op(lattice, field, kMass, phases());
        check_steps<ColourField, ParityColourField>(op, exact, psi, r, odd);
      });
  }

  TEST_CASE("Naik's operator: the steps that a conjugate gradient's vectors are fused with") {
    const Geometry g({8, 6, 6, 10});  // three steps are no way back
    const Configuration u = hot_configuration(g, 609);
    const ParityColourField psi = random_colour_field(g, 610), r = random_colour_field(g, 611);
    const HopCoefficients c{.one = 0.8, .three = -0.6};  // both count
    const Boundary boundary = phases(g);
    const cpu::NaikOperator exact(u, kMass, boundary, c);
    ParityColourField odd(psi.size());
    exact.hop(Parity::odd, psi, odd);
    for (const Sweep& sweep :
         {Sweep{.turn = 0},
          Sweep{.storage = false, .in_double = true, .in_half = true, .threads_per_site = true}})
      for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
        if (lattice.options().storage == gpu::Storage::split) return;
        const GaugeField field = on_device(lattice, u);
        NaikOperator op(lattice, field, kMass, boundary, c);
        op.links_changed();
        check_steps<ColourField, ParityColourField>(op, exact, psi, r, odd);
      });
  }

  TEST_CASE(
      "cg on fused steps: clover and staggered quarks, the same bits twice, the solution of plain steps") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 606);
    const auto b = cpu::gaussian_spinor(kGeometry, Parity::even, 607, 0);
    const ParityColourField c = random_colour_field(kGeometry, 608);
    const cpu::CloverOperator exact = clover(u, 0.1, phases());
    const cpu::StaggeredOperator exact_staggered(u, kMass, phases());
    for_each_pair([&](const DeviceLattice& fused, const DeviceLattice& plain) {
      const GaugeField fused_links = on_device(fused, u), plain_links = on_device(plain, u);
      CloverOperator with(fused, fused_links, exact), without(plain, plain_links, exact);
      check_solve<SpinorField, ParitySpinorField>(with, without, exact, b);
      StaggeredOperator staggered_with(fused, fused_links, kMass, phases()),
          staggered_without(plain, plain_links, kMass, phases());
      check_solve<ColourField, ParityColourField>(staggered_with, staggered_without, exact_staggered, c);
    });
  }

  TEST_CASE(
      "cg on fused steps: seven dispatches an iteration, not nine, and five of staggered quarks, not seven") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 606);
    const auto b = cpu::gaussian_spinor(kGeometry, Parity::even, 607, 0);
    const ParityColourField c = random_colour_field(kGeometry, 608);
    const cpu::CloverOperator exact = clover(u, 0, phases()), twisted = clover(u, 0.1, phases());
    for_each_pair([&](const DeviceLattice& fused, const DeviceLattice& plain) {
      for (const DeviceLattice* lattice : {&fused, &plain}) {
        const double saved = lattice->options().fused ? 2 : 0;
        const GaugeField links = on_device(*lattice, u);
        CloverOperator one(*lattice, links, exact), two(*lattice, links, twisted);
        StaggeredOperator three(*lattice, links, kMass);
        NaikOperator four(*lattice, links, kMass);
        four.links_changed();
        CHECK(dispatches<SpinorField>(one, b) == 9 - saved);
        CHECK(dispatches<SpinorField>(two, b) == 11 - saved);  // T on the odd sites is a step of its own
        CHECK(dispatches<ColourField>(three, c) == 7 - saved);
        CHECK(dispatches<ColourField>(four, c) == 7 - saved);
      }
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_fused_steps
