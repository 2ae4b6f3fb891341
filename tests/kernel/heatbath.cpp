// These tests compare heatbath, overrelaxation and reunitarization with their references.
#include "kernels/heatbath.hpp"

#include <doctest/doctest.h>

#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/check_fields.hpp"
#include "reference/heatbath.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "update/heatbath.hpp"

namespace glueball::test::kernel_heatbath {
namespace {

const Geometry kGeometry({4, 6, 8, 10});
constexpr std::uint64_t kSeed = 0x0123456789abcdef;
constexpr std::uint32_t kStep = 77;

/// Links that differ by more than rounding, and the root mean square of the others' differences.
struct Difference {
  int turned = 0, changed = 0;
  double rms = 0;
};

Difference difference(const Configuration& got, const Configuration& want, const Configuration& before) {
  Difference d;
  double sum = 0;
  const auto distance = [](const Matrix3& a, const Matrix3& b) {
    const Matrix3 m = a - b;
    return trace(m * adjoint(m)).real();
  };
  for (std::size_t n = 0; n < got.links().size(); ++n) {
    const double square = distance(got.links()[n], want.links()[n]);
    d.changed += distance(want.links()[n], before.links()[n]) > 1e-6;
    if (square < 1e-6)
      sum += square;
    else
      ++d.turned;
  }
  d.rms = std::sqrt(sum / double(3 * got.links().size()));
  return d;
}

TEST_SUITE("kernel") {
  TEST_CASE("heatbath and overrelaxation: every set of links as the reference has it") {
    for (const GaugeCouplings& couplings :
         {GaugeCouplings{.beta = 5.7}, {.beta = 1.0}, {.beta = 2.6, .c1 = -0.331}}) {
      const Configuration before = weak_configuration(kGeometry, 0.5, 12);
      // Compiling takes drivers seconds: one coupling in all storages.
      const Sweep sweep{.storage = couplings.beta == 5.7,
                        .in_double = couplings.beta == 5.7,
                        .threads_per_site = couplings.beta != 1.0,
                        .turn = couplings.beta == 1.0 ? 0 : -1};
      for_each_lattice(kGeometry, sweep, [&](const DeviceLattice& lattice) {
        kernels::for_each_link_set(
            couplings, [&](std::uint32_t flags, Parity this_parity, std::uint32_t color) {
              if (couplings.rectangles() && (color + flags) % 4 != 1) return;
              if (!couplings.rectangles() && (flags & 1) == std::uint32_t(this_parity)) return;
              if (lattice.options().threads_per_site > 1 &&
                  (flags & 3) != std::uint32_t(lattice.options().threads_per_site / 2))
                return;
              const reference::LinkSet set{int(flags & 3), this_parity, int(color)};
              const double factor = 2 * couplings.beta / 3;
              Configuration want = before;
              reference::heatbath(want, couplings, set, kSeed, kStep, kernel_specs::digits_of(lattice));
              GaugeField u = on_device(lattice, before);
              kernels::Heatbath::run({lattice, flags},
                                     {.parity = std::uint32_t(this_parity),
                                      .color = color,
                                      .c0 = factor * couplings.c0(),
                                      .c1 = factor * couplings.c1,
                                      .seed_low = std::uint32_t(kSeed),
                                      .seed_high = std::uint32_t(kSeed >> 32),
                                      .step = kStep,
                                      .stream = std::uint32_t(Stream::heatbath)},
                                     u[this_parity], u[other(this_parity)]);
              const Difference d = difference(download(u), want, before);
              CHECK(d.changed > int(kGeometry.volume()) / (couplings.rectangles() ? 12 : 3));
              CHECK(d.turned <= 1);  // rounding may turn a decision to accept
              CHECK(d.rms < tolerance(lattice).field);

              want = before;
              reference::overrelax(want, couplings, set);
              u = on_device(lattice, before);
              kernels::Overrelax::run({lattice, flags},
                                      {.parity = std::uint32_t(this_parity),
                                       .color = color,
                                       .c0 = couplings.c0(),
                                       .c1 = couplings.c1},
                                      u[this_parity], u[other(this_parity)]);
              const Difference o = difference(download(u), want, before);
              CHECK(o.changed == d.changed);
              CHECK(o.turned == 0);
              CHECK(o.rms < tolerance(lattice).field);
            });
      });
    }
  }

  TEST_CASE("reunitarization: links come back to SU(3), the worst deviation is told") {
    Configuration bent = hot_configuration(kGeometry, 13);
    bent.link(1234, 2)[0][1] += Complex(0.03, -0.01);
    for_each_lattice(kGeometry, {.reconstruct = true, .accumulator = true, .in_double = true},
                     [&](const DeviceLattice& lattice) {
                       GaugeField u = on_device(lattice, bent);
                       const Configuration stored = download(u);
                       double want = 0;
                       for (const Matrix3& m : stored.links()) want = std::max(want, unitarity_deviation(m));
                       if (lattice.options().reconstruct == 8) {
                         CHECK(want < 1e-14);  // any eight numbers are a unitary matrix
                         return;
                       }
                       REQUIRE(want > 0.01);
                       GlobalSums sums(lattice);
                       for (const Parity parity : {Parity::even, Parity::odd}) {
                         kernels::Reunitarize::run(lattice, {}, u[parity], sums.partials());
                         sums.collect_maximum(1, parity == Parity::odd);
                       }
                       CHECK(sums.totals()[0] == doctest::Approx(want).epsilon(1e-5));
                       Configuration whole = stored;
                       for (Matrix3& m : whole.links()) m = reunitarized(m);
                       CHECK(relative_error(download(u), whole) < tolerance(lattice).field);
                     });
  }

  TEST_CASE("overrelaxation sweeps keep the action, one seed makes one chain on every device") {
    const Geometry g({8, 8, 8, 8});
    for (const GaugeCouplings& couplings : {GaugeCouplings{.beta = 5.7}, {.beta = 4.5, .c1 = -1.0 / 12}}) {
      const Configuration start = hot_configuration(g, 14);
      std::vector<double> first;
      for_each_device([&](gpu::Device& device) {
        GaugeHeatbath chain(device, preferred_options(device),
                            {.couplings = couplings, .overrelaxation = 0, .seed = 3}, start);
        std::vector<double> plaquettes;
        const int steps = couplings.rectangles() ? 3 : 6;
        for (int step = 1; step <= steps; ++step) {
          chain.sweep(step);
          plaquettes.push_back(chain.plaquette().average());
        }
        CHECK(chain.unitarity_deviation() < 2e-5);
        const Configuration reached = chain.configuration();
        kernels::Overrelax::sweep(chain.lattice(), couplings, chain.links());
        const Configuration relaxed = chain.configuration();
        const double before = cpu::gauge_action(reached, couplings);
        CHECK(std::abs(cpu::gauge_action(relaxed, couplings) / before - 1) < 1e-6);
        CHECK(relative_error(relaxed, reached) > 0.1);
        if (first.empty()) first = plaquettes;
        // Rounding differs between drivers and grows about threefold a heatbath sweep, faster with
        // overrelaxation.
        for (std::size_t n = 0; n < plaquettes.size(); ++n) {
          CAPTURE(n);
          CHECK(std::abs(plaquettes[n] - first[n]) < 2e-6);
        }
      });
    }
  }
}

}  // namespace

}  // namespace glueball::test::kernel_heatbath
