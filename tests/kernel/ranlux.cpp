// These tests compare the kernels that draw from RANLUX generators with their references: numbers, and the
// state they leave.
#include "kernels/ranlux.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cpu/random.hpp"
#include "cpu/ranlux.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/check_fields.hpp"
#include "linalg/global_sums.hpp"
#include "reference/heatbath.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_ranlux {
namespace {

constexpr std::uint64_t kSeed = 0x0123456789abcdef;

std::vector<RanluxWords> start(const Geometry& g) {
  auto all = cpu::ranlux_start(g, kSeed);
  all.pop_back();
  return all;
}

TEST_SUITE("kernel") {
  TEST_CASE("ranlux: momenta, and again from where they left the generators, at every luxury level") {
    const Geometry g({4, 2, 6, 4});
    for (int luxury = 0; luxury < 5; ++luxury) {
      CAPTURE(luxury);
      auto state = start(g);
      std::vector<Momenta> want;
      for (int time = 0; time < 2; ++time) {
        want.emplace_back(g);
        for (std::size_t n = 0; n < g.volume(); ++n) {
          const Parity parity = n < g.half_volume() ? Parity::even : Parity::odd;
          cpu::Ranlux ranlux(state[n], kRanluxLots[std::size_t(luxury)] - 24);
          auto* p = &want.back().at(g.index(g.half_site(parity, n % g.half_volume())), 0);
          for (std::size_t plane = 0; plane < 8; ++plane) {
            const auto four = cpu::gaussians_of(ranlux.block());
            std::copy(four.begin(), four.end(), p[plane / 2].begin() + 4 * (plane % 2));
          }
          state[n] = ranlux.words();
        }
      }
      for_each_lattice(g, {.storage = luxury == 3, .in_double = luxury == 3},
                       [&](const DeviceLattice& lattice) {
                         CAPTURE(describe(lattice));
                         RanluxField generators(lattice, luxury);
                         generators.upload(start(g));
                         MomentumField p(lattice);
                         for (const Momenta& wanted : want) {
                           kernels::GaussianRanlux::momenta(lattice, generators, p);
                           CHECK(relative_error(download(p), wanted) < kSingle.field);
                         }
                         CHECK(generators.download() == state);
                       });
    }
  }

  TEST_CASE("ranlux: pseudofermions have half the variance, and colour vectors no number more than six") {
    const Geometry g({4, 4, 6, 4});
    ParityColourField want(g.half_volume());
    auto state = start(g);
    for (std::size_t n = 0; n < want.size(); ++n) {
      // A block has four numbers; two of the second block are left over.
      cpu::Ranlux ranlux(state[n], kRanluxLots[2] - 24);
      const auto four = cpu::gaussians_of(ranlux.block()), rest = cpu::gaussians_of(ranlux.block());
      want[n].c = {Complex(four[0], four[1]), Complex(four[2], four[3]), Complex(rest[0], rest[1])};
      for (Complex& z : want[n].c) z *= std::sqrt(0.5);
    }
    for_each_lattice(g, {.storage = true, .in_double = true}, [&](const DeviceLattice& lattice) {
      CAPTURE(describe(lattice));
      GlobalSums sums(lattice);
      RanluxField generators(lattice, 2);
      generators.upload(start(g));
      SpinorField spinor(lattice);
      kernels::GaussianRanlux::pseudofermion(lattice, generators, Parity::odd, spinor);
      const double sites = double(g.half_volume());
      CHECK(std::abs(sums.norm2(spinor) / (12 * sites) - 1) < 5 / std::sqrt(12 * sites));
      ColourField vector(lattice);
      kernels::GaussianRanlux::pseudofermion(lattice, generators, Parity::even, vector);
      ParityColourField got;
      download(vector, got);
      CHECK(relative_error(got, want) < kSingle.field);
      // The norm counts all that is there.
      CHECK(std::abs(sums.norm2(vector) / (3 * sites) - 1) < 5 / std::sqrt(3 * sites));
    });
  }

  TEST_CASE("ranlux: heatbath as the reference has it, with the generators that it leaves") {
    const Geometry g({4, 4, 6, 4});
    const Configuration u = weak_configuration(g, 0.5, 91);
    // Compiling takes software drivers seconds a direction, storage and precision.
    for (const GaugeCouplings& couplings : {GaugeCouplings{.beta = 5.7}, {.beta = 3.9, .c1 = -1.0 / 12}})
      for_each_lattice(
          g, {.storage = false, .in_double = !couplings.rectangles()}, [&](const DeviceLattice& lattice) {
            CAPTURE(describe(lattice));
            RanluxField generators(lattice, 3);
            auto state = start(g);
            generators.upload(state);
            GaugeField device(lattice);
            Configuration want = u;
            const double factor = 2 * couplings.beta / 3;
            const int mu = couplings.rectangles() ? 2 : 1, color = couplings.rectangles() ? 3 : 0;
            for (const Parity this_parity : {Parity::even, Parity::odd}) {
              upload(want, device);
              reference::heatbath(want, couplings, {mu, this_parity, color}, state, generators.skipped(),
                                  kernel_specs::digits_of(lattice));
              kernels::HeatbathRanlux::run(
                  {lattice, std::uint32_t(mu) | (couplings.rectangles() ? kernels::kWithRectangles : 0)},
                  {.parity = std::uint32_t(this_parity),
                   .color = std::uint32_t(color),
                   .skipped = generators.skipped(),
                   .c0 = factor * couplings.c0(),
                   .c1 = factor * couplings.c1},
                  device[this_parity], device[other(this_parity)], generators[this_parity]);
              CHECK(relative_error(download(device), want) < 2 * tolerance(lattice).field);
              CHECK(generators.download() == state);
            }
          });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_ranlux
