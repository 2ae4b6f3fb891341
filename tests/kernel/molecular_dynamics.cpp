// Forces and the drift of the links against their twins.
#include <doctest/doctest.h>

#include <utility>

#include "kernels/fermion.hpp"
#include "kernels/gauge.hpp"
#include "lattice/transfer.hpp"
#include "reference/fermion_force.hpp"
#include "reference/gauge_force.hpp"
#include "reference/gaussian_momenta.hpp"
#include "reference/gaussian_spinor.hpp"
#include "reference/update_links.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test {
namespace {

constexpr Parity kParities[] = {Parity::even, Parity::odd};

const Geometry kLarge({4, 6, 8, 10}), kSmall({2, 4, 2, 6});

/// Drivers take seconds to compile these kernels: extents of 2 are tried in one layout.
Sweep all_of(const Geometry& g) { return {.storage = g == kLarge, .reconstruct = g == kLarge}; }

Momenta random_momenta(const Geometry& g, std::uint64_t seed) {
  Momenta p(g);
  reference::gaussian_momenta(p, seed, 0);
  return p;
}

MomentumField on_device(const DeviceLattice& lattice, const Momenta& p) {
  MomentumField field(lattice);
  upload(lattice, p, field);
  return field;
}

using test::on_device;

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
        const auto check = [&](const DeviceLattice& lattice) {
          const GaugeField field = on_device(lattice, u);
          MomentumField p = on_device(lattice, before), alone = on_device(lattice, Momenta(g));
          for (const Parity parity : kParities)
            for (MomentumField* to : {&p, &alone})
              kernels::GaugeForce::run_all(lattice, parity, -eps * beta / 6 * couplings.c0(),
                                           -eps * beta / 6 * couplings.c1, field, *to);
          CHECK(relative_error(download(lattice, p), after) < kSingle.field);
          CHECK(relative_error(download(lattice, alone), force) < kSingle.field);
        };
        // Every storage and eighteen reals once: each pipeline of this kernel takes a software driver a
        // second or more.
        const bool once = g == kLarge && c1 == 0;
        if (once) for_each_lattice(g, {}, check);
        for_each_lattice(g, {.storage = false, .reconstruct = once}, check);
      }
  }

  TEST_CASE("fermion force: added to momenta that are already there, with signs at the boundary") {
    const double kappa = 0.13, eps = 0.37;
    for (const Geometry& g : {kLarge, kSmall})
      for (const reference::Boundary& boundary :
           {reference::kAntiperiodicInTime, reference::Boundary{-1, -1, -1, -1}}) {
        const Configuration u = hot_configuration(g, 64);
        // X and Y need not solve anything here: the kernel is bilinear in four independent fields.
        reference::FullField<double> x, y;
        for (const Parity parity : kParities) {
          x[int(parity)] = reference::gaussian_spinor(g, parity, 65, 1);
          y[int(parity)] = reference::gaussian_spinor(g, parity, 65, 2);
        }
        const Momenta before = random_momenta(g, 66);
        Momenta after = before, force(g);
        reference::fermion_force(u, boundary, kappa, x, y, eps, after);
        reference::fermion_force(u, boundary, kappa, x, y, eps, force);
        Sweep sweep = boundary == reference::kAntiperiodicInTime ? all_of(g) : all_of(kSmall);
        sweep.boundary = boundary.sign;
        for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
          const GaugeField field = on_device(lattice, u);
          MomentumField p = on_device(lattice, before), alone = on_device(lattice, Momenta(g));
          std::array<SpinorField, 2> dx{on_device(lattice, x[0]), on_device(lattice, x[1])};
          std::array<SpinorField, 2> dy{on_device(lattice, y[0]), on_device(lattice, y[1])};
          for (const Parity here : kParities)
            for (MomentumField* to : {&p, &alone}) {
              const int h = int(here), t = 1 - h;
              kernels::FermionForce::run(lattice,
                                         {.parity = std::uint32_t(here), .coefficient = float(eps * kappa)},
                                         field[here], dx[h], dx[t], dy[h], dy[t], (*to)[here]);
            }
          CHECK(relative_error(download(lattice, p), after) < kSingle.field);
          CHECK(relative_error(download(lattice, alone), force) < kSingle.field);
        });
      }
  }

  TEST_CASE("update links: exp(i eps P) U for small and large steps, still unitary") {
    for (const Geometry& g : {kLarge, kSmall})
      for (const double eps : {0.02, -0.5}) {
        const Configuration u = hot_configuration(g, 67);
        const Momenta p = random_momenta(g, 68);
        Configuration want = u;
        reference::update_links(want, p, eps, true);
        REQUIRE(relative_error(u, want) > 0.5 * std::abs(eps));
        for_each_lattice(g, all_of(g), [&](const DeviceLattice& lattice) {
          GaugeField field = on_device(lattice, u);
          const MomentumField momenta = on_device(lattice, p);
          for (const Parity parity : kParities)
            kernels::UpdateLinks::run(lattice, {.parity = std::uint32_t(parity), .coefficient = float(eps)},
                                      field[parity], momenta[parity]);
          const Configuration got = download(lattice, field);
          CHECK(relative_error(got, want) < kSingle.field);
          double worst = 0;
          for (const Matrix3& m : got.links()) worst = std::max(worst, unitarity_deviation(m));
          CHECK(worst < 1e-6);
        });
      }
  }
}

}  // namespace
}  // namespace glueball::test
