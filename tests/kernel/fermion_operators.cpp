// These tests compare the even-odd operators of every action with their references, in every precision.
#include <doctest/doctest.h>

#include <cmath>

#include "cpu/chiral_block.hpp"
#include "cpu/clover_operator.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/staggered.hpp"
#include "cpu/twisted_mass.hpp"
#include "fermion/clover_operator.hpp"
#include "fermion/staggered_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "field/transfer.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_fermion_operators {
namespace {

constexpr double kKappa = 0.137;

/// Twists in every direction and an imaginary chemical potential, in the form that the device takes.
Boundary phases(const Geometry& g) {
  Boundary b;
  b.twist = {0.25, -0.5, 1.0 / 3, 0.125};
  b.imaginary_mu = 0.3;
  return b.wrapped(g);
}

template <class Op, class Exact>
void check_operator(const DeviceLattice& lattice, Op& op, const Exact& exact, const ParitySpinorField& psi) {
  const SpinorField in = on_device(lattice, psi);
  SpinorField out(lattice), middle(lattice);
  ParitySpinorField want(psi.size());
  for (const bool dagger : {false, true}) {
    CAPTURE(dagger);
    op.even_odd(in, out, dagger);
    exact.even_odd(psi, want, dagger);
    CHECK(relative_error(on_host(out), want) < tolerance(lattice).field);
  }
  op.normal(in, middle, out);
  exact.normal(psi, want);
  CHECK(relative_error(on_host(out), want) < tolerance(lattice).field);
}

TEST_SUITE("kernel") {
  TEST_CASE("wilson operator: phases at the boundary") {
    for (const Geometry& g : {Geometry({4, 6, 2, 4}), Geometry({2, 4, 6, 8})}) {
      const Configuration u = hot_configuration(g, 61);
      const auto psi = cpu::gaussian_spinor(g, Parity::even, 62, 0);
      const cpu::WilsonOperator<double> exact(u, kKappa, phases(g));
      const int turn = g.extent(0) == 4 ? -1 : 0;
      for_each_lattice(g, {.storage = false, .in_double = true, .in_half = true, .turn = turn},
                       [&](const DeviceLattice& lattice) {
                         const GaugeField field = on_device(lattice, u);
                         WilsonOperator op(lattice, field, kKappa, 0, phases(g));
                         check_operator(lattice, op, exact, psi);
                       });
    }
  }

  TEST_CASE("a spread boundary and an imaginary chemical potential are taken in their wrapped form") {
    const Geometry g({4, 6, 2, 4});
    Boundary b;
    b.twist = {0.5, 0, 0, 0.25};
    b.spread = true;
    b.imaginary_mu = 0.2;
    CHECK(HopBoundary(g, b).wrapped == b.wrapped(g));
    const Configuration u = hot_configuration(g, 61);
    const auto psi = cpu::gaussian_spinor(g, Parity::even, 62, 0);
    const cpu::WilsonOperator<double> exact(u, kKappa, b.wrapped(g));
    for_each_lattice(g, {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField field = on_device(lattice, u);
      WilsonOperator op(lattice, field, kKappa, 0, b);
      check_operator(lattice, op, exact, psi);
    });
  }

  TEST_CASE("quarks with different boundaries share one gauge field") {
    const Geometry g({4, 6, 2, 4});
    const Configuration u = hot_configuration(g, 61);
    const auto psi = cpu::gaussian_spinor(g, Parity::even, 62, 0);
    const ParityColourField chi = random_colour_field(g, 68);
    for_each_lattice(g, {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField field = on_device(lattice, u);
      WilsonOperator one(lattice, field, kKappa, 0, phases(g)),
          two(lattice, field, kKappa, 0, {-1, 1, -1, 1});
      StaggeredOperator three(lattice, field, 0.3, {1, 1, 1, 1});
      check_operator(lattice, one, cpu::WilsonOperator<double>(u, kKappa, phases(g)), psi);
      check_operator(lattice, two, cpu::WilsonOperator<double>(u, kKappa, {-1, 1, -1, 1}), psi);
      ParityColourField want(chi.size()), found;
      cpu::StaggeredOperator(u, 0.3, {1, 1, 1, 1}).even_odd(chi, want);
      ColourField in(lattice), out(lattice);
      upload(chi, in);
      three.even_odd(in, out);
      download(out, found);
      CHECK(relative_error(found, want) < tolerance(lattice).field);
    });
  }

  TEST_CASE("twisted-mass operator: both signs of mu") {
    const Geometry g({4, 6, 8, 10});
    const Configuration u = hot_configuration(g, 63);
    const auto psi = cpu::gaussian_spinor(g, Parity::even, 64, 0);
    for (const double mu : {0.35, -0.8}) {
      const cpu::TwistedMassOperator exact(u, kKappa, mu);
      for_each_lattice(g, {.storage = mu > 0, .in_double = true, .in_half = true, .turn = mu > 0 ? -1 : 1},
                       [&](const DeviceLattice& lattice) {
                         const GaugeField field = on_device(lattice, u);
                         WilsonOperator op(lattice, field, kKappa, mu);
                         check_operator(lattice, op, exact, psi);
                       });
    }
  }

  TEST_CASE("clover operator: with and without a twist, with phases") {
    const Geometry g({4, 6, 2, 4});
    const Configuration u = hot_configuration(g, 65);
    const auto psi = cpu::gaussian_spinor(g, Parity::even, 66, 0);
    for (const double mu : {0.0, 0.4, -0.4}) {
      cpu::CloverOperator::Options options;
      options.csw = 1.3;
      options.mu = mu;
      options.boundary = phases(g);
      const cpu::CloverOperator exact(u, kKappa, options);
      const Sweep sweep{.storage = mu == 0,
                        .in_double = true,
                        .in_half = true,
                        .threads_per_site = mu != 0,
                        .turn = mu < 0 ? 1 : -1};
      for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
        const GaugeField field = on_device(lattice, u);
        CloverOperator op(lattice, field, exact);
        check_operator(lattice, op, exact, psi);
      });
    }
  }

  TEST_CASE(
      "clover operator: site-diagonal matrices made on the device, and made anew when the links have "
      "changed") {
    const Geometry g({4, 6, 2, 4});
    const auto psi = cpu::gaussian_spinor(g, Parity::even, 66, 0);
    for (const double mu : {0.0, 0.4}) {
      cpu::CloverOperator::Options options;
      options.csw = 1.3;
      options.mu = mu;
      options.boundary = phases(g);
      for_each_lattice(g, {.storage = mu == 0, .in_double = true}, [&](const DeviceLattice& lattice) {
        GaugeField field(lattice);
        CloverOperator op(lattice, field, kKappa, 1.3, mu, phases(g));
        for (const Configuration& u : {hot_configuration(g, 65), weak_configuration(g, 0.3, 69)}) {
          upload(u, field);
          op.links_changed();
          const cpu::CloverOperator exact(u, kKappa, options);
          check_operator(lattice, op, exact, psi);
          GlobalSums sums(lattice);
          CHECK(std::abs(op.log_det(sums) - cpu::log_determinant(exact.term(Parity::odd))) <
                tolerance(lattice).average * double(g.volume()));
          for (const bool dagger : {false, true}) {
            ParitySpinorField want(psi.size());
            exact.wilson().hop(Parity::odd, psi, want, dagger);
            exact.inverse_diagonal(Parity::odd, want, dagger);
            for (Spinor& spinor : want)
              for (auto& spin : spinor.s)
                for (Complex& z : spin) z *= kKappa;
            SpinorField odd(lattice);
            op.odd_half(on_device(lattice, psi), odd, dagger);
            CHECK(relative_error(on_host(odd), want) < tolerance(lattice).field);
          }
        }
      });
    }
  }

  TEST_CASE("clover operator: site-diagonal matrices taken over from a longer precision") {
    const Geometry g({4, 6, 2, 4});
    const auto psi = cpu::gaussian_spinor(g, Parity::even, 66, 0);
    for_each_lattice(
        g, {.storage = false, .in_double = true, .in_half = true}, [&](const DeviceLattice& lattice) {
          const gpu::Precision longer =
              lattice.precision() == gpu::Precision::half ? gpu::Precision::single : gpu::Precision::double_;
          if (lattice.precision() >= longer || lattice.options().storage == gpu::Storage::image) return;
          if (longer == gpu::Precision::double_ && !lattice.device().info().limits.float64) return;
          LatticeOptions options = lattice.options();
          options.precision = longer;
          const DeviceLattice beside(lattice.device(), g, options);
          GaugeField field(lattice), longer_field(beside);
          for (const double mu : {0.0, 0.4}) {
            CloverOperator from(beside, longer_field, kKappa, 1.3, mu, phases(g)), op(lattice, field, from);
            for (const Configuration& u : {hot_configuration(g, 65), weak_configuration(g, 0.3, 69)}) {
              upload(u, longer_field);
              upload(u, field);
              from.links_changed();
              op.links_changed();
              check_operator(lattice, op,
                             cpu::CloverOperator(u, kKappa, {.csw = 1.3, .mu = mu, .boundary = phases(g)}),
                             psi);
            }
          }
        });
  }

  TEST_CASE("staggered hop and operator: storages, reconstructions, phases") {
    for (const Geometry& g : {Geometry({4, 6, 8, 10}), Geometry({2, 4, 2, 6})})
      for (const bool twisted : {false, true}) {
        const Boundary boundary = twisted ? phases(g) : Boundary();
        const Configuration u = hot_configuration(g, 67);
        const ParityColourField psi = random_colour_field(g, 68);
        const cpu::StaggeredOperator exact(u, 0.21, boundary);
        const bool large = g.extent(0) == 4;
        for_each_lattice(g,
                         {.storage = large && !twisted,
                          .reconstruct = large,
                          .in_double = true,
                          .in_half = true,
                          .threads_per_site = large && !twisted,
                          .turn = large && !twisted ? -1 : int(twisted)},
                         [&](const DeviceLattice& lattice) {
                           const GaugeField field = on_device(lattice, u);
                           StaggeredOperator op(lattice, field, 0.21, boundary);
                           ColourField in(lattice), out(lattice), unused(lattice);
                           upload(psi, in);
                           ParityColourField got, want(psi.size());
                           for (const Parity target : {Parity::even, Parity::odd}) {
                             op.hop(target, in, out);
                             download(out, got);
                             exact.hop(target, psi, want);
                             CHECK(relative_error(got, want) < tolerance(lattice).field);
                           }
                           op.normal(in, unused, out);
                           download(out, got);
                           exact.normal(psi, want);
                           CHECK(relative_error(got, want) < tolerance(lattice).field);
                         });
      }
  }
}

}  // namespace

}  // namespace glueball::test::kernel_fermion_operators
