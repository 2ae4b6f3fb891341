// These tests compare forces and the drift of the links with their references.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "kernels/clover_force.hpp"
#include "kernels/fermion.hpp"
#include "kernels/gauge.hpp"
#include "reference/clover_force.hpp"
#include "reference/fermion_force.hpp"
#include "reference/gauge_force.hpp"
#include "reference/staggered_force.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_molecular_dynamics {
namespace {

const Geometry kLarge({4, 6, 8, 10}), kSmall({2, 4, 2, 6});

/// Drivers take seconds to compile these kernels: extents of 2 are tried in one layout.
Sweep all_of(const Geometry& g) {
  return {.storage = g == kLarge, .reconstruct = g == kLarge, .turn = g == kLarge ? -1 : 0};
}

Momenta random_momenta(const Geometry& g, std::uint64_t seed) {
  Momenta p(g);
  cpu::gaussian_momenta(p, seed, 0);
  return p;
}

MomentumField on_device(const DeviceLattice& lattice, const Momenta& p) {
  MomentumField field(lattice);
  upload(p, field);
  return field;
}

using test::on_device;

Boundary phases() {
  Boundary b = {1, -1, 1, -1};
  b.twist = {0.25, -0.5, 1.0 / 3, 0.125};
  return b;
}

TEST_SUITE("kernel") {
  TEST_CASE("gauge force: added to momenta that are already there") {
    const double beta = 5.7, eps = 0.37;
    for (const auto& [g, c1] : {std::pair{kLarge, 0.0}, {kSmall, 0.0}, {kLarge, -0.331}, {kSmall, -1.0 / 12}})
      for (const Configuration& u : {hot_configuration(g, 61), weak_configuration(g, 0.2, 62)}) {
        const GaugeCouplings couplings{.beta = beta, .c1 = c1};
        const Momenta before = random_momenta(g, 63);
        Momenta after = before, force(g);
        reference::gauge_force(u, couplings, eps, after);
        reference::gauge_force(u, couplings, eps, force);
        const auto check = [&, g = g](const DeviceLattice& lattice) {
          const GaugeField field = on_device(lattice, u);
          MomentumField p = on_device(lattice, before), alone = on_device(lattice, Momenta(g));
          for (const Parity parity : kParities)
            for (MomentumField* to : {&p, &alone})
              kernels::GaugeForce::run_all(lattice, parity, -eps * beta / 6 * couplings.c0(),
                                           -eps * beta / 6 * couplings.c1, field, *to);
          CHECK(relative_error(download(p), after) < tolerance(lattice).field);
          CHECK(relative_error(download(alone), force) < tolerance(lattice).field);
        };
        // Every storage and eighteen reals occur once: a software driver takes a second or more for each
        // pipeline of this kernel.
        const bool once = g == kLarge && c1 == 0;
        if (once) for_each_lattice(g, {.in_double = true}, check);
        const int turn = g == kLarge ? -1 : int(c1 != 0);
        for_each_lattice(g, {.storage = false, .reconstruct = once, .in_double = true, .turn = turn}, check);
      }
  }

  TEST_CASE("fermion force: added to momenta that are already there, with signs and phases at the boundary") {
    const double kappa = 0.13, eps = 0.37;
    int turn = 0;
    for (const Geometry& g : {kLarge, kSmall})
      for (const Boundary& boundary : {kAntiperiodicInTime, Boundary{-1, -1, -1, -1}, phases()}) {
        const Configuration u = hot_configuration(g, 64);
        // X and Y need not solve anything here: the kernel is bilinear in four independent fields.
        cpu::FullField<double> x, y;
        for (const Parity parity : kParities) {
          x[int(parity)] = cpu::gaussian_spinor(g, parity, 65, 1);
          y[int(parity)] = cpu::gaussian_spinor(g, parity, 65, 2);
        }
        const Momenta before = random_momenta(g, 66);
        Momenta after = before, force(g);
        reference::fermion_force(u, boundary, kappa, x, y, eps, after);
        reference::fermion_force(u, boundary, kappa, x, y, eps, force);
        Sweep sweep = boundary == kAntiperiodicInTime ? all_of(g) : all_of(kSmall);
        sweep.in_double = true;
        if (sweep.turn == 0) sweep.turn = turn++;
        for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
          const GaugeField field = on_device(lattice, u);
          MomentumField p = on_device(lattice, before), alone = on_device(lattice, Momenta(g));
          FullSpinorField dx(lattice), dy(lattice);
          for (const Parity parity : kParities) {
            upload(x[int(parity)], dx[parity]);
            upload(y[int(parity)], dy[parity]);
          }
          for (const Parity this_parity : kParities)
            for (MomentumField* to : {&p, &alone})
              kernels::FermionForce::run_all(lattice, {g, boundary}, this_parity, eps * kappa, field, dx, dy,
                                             *to);
          CHECK(relative_error(download(p), after) < tolerance(lattice).field);
          CHECK(relative_error(download(alone), force) < tolerance(lattice).field);
        });
      }
  }

  TEST_CASE(
      "staggered force: added to momenta that are already there, with signs and phases at the boundary") {
    const double eps = 0.37;
    int turn = 0;
    for (const Geometry& g : {kLarge, kSmall})
      for (const Boundary& boundary : {kAntiperiodicInTime, phases()}) {
        const Configuration u = hot_configuration(g, 71);
        const cpu::FullColourField x = {cpu::gaussian_colour(g, Parity::even, 72, 1),
                                        cpu::gaussian_colour(g, Parity::odd, 72, 1)};
        const Momenta before = random_momenta(g, 73);
        Momenta after = before;
        reference::staggered_force(u, boundary, x, eps, after);
        Sweep sweep = boundary == kAntiperiodicInTime ? all_of(g) : all_of(kSmall);
        sweep.in_double = true;
        if (sweep.turn == 0) sweep.turn = turn++;
        for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
          const GaugeField field = on_device(lattice, u);
          MomentumField p = on_device(lattice, before);
          BothParities<ColourField> dx(lattice);
          for (const Parity parity : kParities) upload(x[std::size_t(parity)], dx[parity]);
          for (const Parity this_parity : kParities)
            kernels::StaggeredForce::run_all(lattice, {g, boundary}, this_parity, eps, field, dx, p);
          CHECK(relative_error(download(p), after) < tolerance(lattice).field);
        });
      }
  }

  TEST_CASE("clover force: from outer products on all sites and site-diagonal matrices on the odd ones") {
    const double eps = 0.37, a = -0.8, b = 0.6;
    for (const Geometry& g : {kLarge, kSmall}) {
      const Configuration u = hot_configuration(g, 74);
      cpu::FullField<double> x, y;
      reference::TensorField z(g.volume());
      for (const Parity parity : kParities) {
        x[int(parity)] = cpu::gaussian_spinor(g, parity, 75, 1);
        y[int(parity)] = cpu::gaussian_spinor(g, parity, 75, 2);
        // The second outer product is added to the first.
        reference::add_clover_outer(g, parity, a, x[int(parity)], y[int(parity)], z);
        reference::add_clover_outer(g, parity, b, y[int(parity)], y[int(parity)], z);
      }
      ParityChiralField blocks(g.half_volume());
      const ParitySpinorField noise = cpu::gaussian_spinor(g, Parity::odd, 76, 1);
      for (std::size_t n = 0; n < blocks.size(); ++n)
        for (int chirality = 0; chirality < 2; ++chirality)
          for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j) {
              const Spinor& v = noise[n];
              const Complex p = v[2 * chirality + i / 3][std::size_t(i % 3)];
              blocks[n][std::size_t(chirality)][i][std::size_t(j)] =
                  p * std::conj(v[2 * chirality + j / 3][std::size_t(j % 3)]);
            }
      reference::add_clover_trace(g, Parity::odd, b, blocks, z);
      const Momenta before = random_momenta(g, 77);
      Momenta after = before;
      reference::clover_force(u, z, eps, after);
      Sweep sweep = all_of(g);
      sweep.in_double = true;
      for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
        const GaugeField field = on_device(lattice, u);
        MomentumField p = on_device(lattice, before);
        TensorField dz(lattice);
        ChiralField device_blocks(lattice);
        upload(blocks, device_blocks);
        for (const Parity this_parity : kParities) {
          const SpinorField dx = on_device(lattice, x[int(this_parity)]),
                            dy = on_device(lattice, y[int(this_parity)]);
          kernels::CloverOuter::run(lattice, {.a = a, .b = 0}, dx, dy, dz[this_parity]);
          const Launch adding(lattice, kernels::CloverOuter::kAdd);
          kernels::CloverOuter::run(adding, {.a = b, .b = 0}, dy, dy, dz[this_parity]);
        }
        kernels::CloverTrace::run(lattice, {.a = b, .b = 0}, device_blocks, dz[Parity::odd]);
        for (const Parity this_parity : kParities)
          kernels::CloverForce::run_all(lattice, this_parity, eps, field, dz, p);
        CHECK(relative_error(download(p), after) < tolerance(lattice).field);
      });
    }
  }

  TEST_CASE("update links: exp(i eps P) U for small, large and absurd steps, still unitary") {
    for (const Geometry& g : {kLarge, kSmall})
      for (const double eps : {0.02, -0.5, 32.0}) {
        if (eps > 1 && g == kLarge) continue;
        const Configuration u = hot_configuration(g, 67);
        const Momenta p = random_momenta(g, 68);
        Configuration want = u;
        reference::update_links(want, p, eps, true);
        REQUIRE(relative_error(u, want) > std::min(1.0, 0.5 * std::abs(eps)));
        for_each_lattice(g, all_of(g), [&](const DeviceLattice& lattice) {
          GaugeField field = on_device(lattice, u);
          const MomentumField momenta = on_device(lattice, p);
          for (const Parity parity : kParities)
            kernels::UpdateLinks::run(lattice, {.parity = std::uint32_t(parity), .coefficient = float(eps)},
                                      field[parity], momenta[parity]);
          const Configuration got = download(field);
          // The error of the exponential from rounding eps P grows with |eps P|; |P| is 4 at most.
          CHECK(relative_error(got, want) < (1 + 4 * std::abs(eps)) * tolerance(lattice).field);
          double worst = 0;
          for (const Matrix3& m : got.links()) worst = std::max(worst, unitarity_deviation(m));
          CHECK(worst < 1e-6);
        });
      }
  }
}

}  // namespace

}  // namespace glueball::test::kernel_molecular_dynamics
