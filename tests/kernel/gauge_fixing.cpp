// These tests compare gauge fixing with its reference, which transforms the links themselves.
#include "reference/gauge_fixing.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "cpu/gauge_functional.hpp"
#include "field/transfer.hpp"
#include "fix/gauge_fixer.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_gauge_fixing {
namespace {

const Geometry kGeometry({4, 6, 8, 10});
constexpr std::uint64_t kSeed = 0x0123456789abcdef;
constexpr Gauge kGauges[] = {Gauge::landau, Gauge::coulomb, Gauge::maximally_abelian, Gauge::residual,
                             Gauge::centre};
using Kind = reference::GaugeStep::Kind;

struct Sample {
  Configuration u;   ///< as the device has it
  Transformation g;  ///< where it starts
  Configuration moved;
};

Sample sample(std::uint64_t seed) {
  const Configuration u = weak_configuration(kGeometry, 0.4, seed);
  // The links are not spread evenly over SU(3), because rounding grows where a site's neighbours cancel.
  const Configuration w = weak_configuration(kGeometry, 0.7, seed + 1);
  Transformation g;
  for (std::size_t n = 0; n < kGeometry.volume(); ++n) g.push_back(w.link(n, 2));
  return {u, g, gauge_transformed(u, g)};
}

/// Compares one sweep on the device with one of the reference.
double sweep_error(const DeviceLattice& lattice, Gauge gauge, Grain grain, const Sample& from,
                   const reference::GaugeStep& step, const std::function<void(GaugeFixer&)>& sweep) {
  Configuration u = from.moved;
  Transformation want = from.g;
  for (const Parity parity : {Parity::even, Parity::odd})
    reference::relax_gauge(u, gauge, parity, step, &want);
  REQUIRE(relative_error(want, from.g) > 0.05);
  GaugeFixer fixer(lattice, from.u, gauge, grain);
  fixer.start(from.g);
  sweep(fixer);
  return relative_error(fixer.transformation(), want);
}

TEST_SUITE("kernel") {
  TEST_CASE("gauge fixing: relaxation, both grains, every gauge and power") {
    const Sample from = sample(31);
    // Compiling takes drivers seconds: one gauge in all storages, the sharing of work with two.
    for (const auto& [its_gauge, its_grain] : {std::pair{Gauge::landau, Grain::site},
                                               {Gauge::landau, Grain::link},
                                               {Gauge::coulomb, Grain::link},
                                               {Gauge::maximally_abelian, Grain::site},
                                               {Gauge::residual, Grain::site},
                                               {Gauge::centre, Grain::site}}) {
      const auto& gauge = its_gauge;
      const auto& grain = its_grain;
      CAPTURE(int(gauge));
      CAPTURE(int(grain));
      const bool plain = gauge == Gauge::landau && grain == Grain::site;
      for_each_lattice(
          kGeometry,
          {.storage = plain, .in_double = gauge != Gauge::residual, .turn = grain == Grain::site ? -1 : 0},
          [&](const DeviceLattice& lattice) {
            for (const int power : {0, 1, 2}) {
              const Kind kind = power == 0 ? Kind::power : power == 1 ? Kind::expanded1 : Kind::expanded2;
              const double error = sweep_error(lattice, gauge, grain, from, {.kind = kind, .strength = 1.6},
                                               [&](GaugeFixer& fixer) { fixer.relax(1.6, power); });
              CAPTURE(power);
              CHECK(error < 2 * tolerance(lattice).field);
            }
          });
    }
  }

  TEST_CASE("gauge fixing: stochastic relaxation and annealing draw the reference's random numbers") {
    const Sample from = sample(33);
    for (const Gauge gauge : {Gauge::landau, Gauge::maximally_abelian}) {
      CAPTURE(int(gauge));
      for_each_lattice(kGeometry, {.storage = false, .in_double = gauge == Gauge::landau},
                       [&](const DeviceLattice& lattice) {
                         const double stochastic =
                             sweep_error(lattice, gauge, Grain::site, from, {Kind::stochastic, 0.7, kSeed, 5},
                                         [](GaugeFixer& fixer) { fixer.relax_stochastic(0.7, kSeed, 5); });
                         CHECK(stochastic < 2 * tolerance(lattice).field);
                         for (const double temperature : {0.3, 3.0, 30.0}) {
                           CAPTURE(temperature);
                           const double heated = sweep_error(
                               lattice, gauge, Grain::site, from, {Kind::heatbath, 1 / temperature, kSeed, 6},
                               [&](GaugeFixer& fixer) { fixer.anneal(temperature, kSeed, 6); });
                           CHECK(heated < 6 * kSingle.field);  // drawn in single, in any precision
                         }
                       });
    }
  }

  TEST_CASE("gauge fixing: a Fourier step is what the inverse Laplacian says; resting slices rest") {
    const Sample from = sample(34);
    for (const Gauge gauge : {Gauge::landau, Gauge::coulomb}) {
      CAPTURE(int(gauge));
      Configuration u = from.moved;
      Transformation want = from.g;
      std::vector<AlgebraVector> last;
      reference::accelerate_gauge(u, gauge, 0.01, want, &last);
      REQUIRE(relative_error(want, from.g) > 0.05);
      Transformation further = want;
      reference::accelerate_gauge(u, gauge, 0.01, further, &last, 0.7);
      for_each_lattice(
          kGeometry, {.storage = gauge == Gauge::coulomb, .in_double = true},
          [&](const DeviceLattice& lattice) {
            GaugeFixer fixer(lattice, from.u, gauge, Grain::site);
            fixer.prepare_fourier();
            fixer.start(from.g);
            fixer.accelerated(0.01);
            CHECK(relative_error(fixer.transformation(), want) < 4 * tolerance(lattice).field);
            fixer.accelerated(0.01, 0.7);
            CHECK(relative_error(fixer.transformation(), further) < 6 * tolerance(lattice).field);
            if (gauge == Gauge::landau) return;
            const auto before = fixer.measure_slices();
            std::vector<bool> resting(10, true);
            resting[4] = false;
            fixer.rest(resting);
            fixer.accelerated(0.01);
            const auto after = fixer.measure_slices();
            for (std::size_t t = 0; t < 10; ++t)
              CHECK((after[t].functional == before[t].functional) == resting[t]);
          });
    }
  }

  TEST_CASE("gauge fixing: 8 reals a link are refused") {
    const Configuration u = hot_configuration(kGeometry, 36);
    for (const auto& device : devices()) {
      LatticeOptions options = preferred_options(*device);
      options.reconstruct = 8;
      const DeviceLattice lattice(*device, kGeometry, options);
      CHECK_THROWS_WITH_AS(GaugeFixer(lattice, u, Gauge::landau, Grain::site), doctest::Contains("8 reals"),
                           Error);
    }
  }

  TEST_CASE("gauge fixing: theta and functional, site by site and slice by slice; resting slices rest") {
    const Sample from = sample(35);
    for (const Gauge gauge : kGauges)
      for_each_lattice(
          kGeometry,
          {.storage = gauge == Gauge::landau, .accumulator = gauge == Gauge::landau, .in_double = true},
          [&](const DeviceLattice& lattice) {
            GaugeFixer fixer(lattice, from.u, gauge, Grain::site);
            fixer.start(from.g);
            const GaugeState found = fixer.measure();
            const auto want = cpu::divergence(from.moved, gauge);
            const double epsilon = tolerance(lattice).field * 10;
            CHECK(found.theta == doctest::Approx(want.mean).epsilon(epsilon));
            CHECK(found.largest == doctest::Approx(want.largest).epsilon(epsilon));
            CHECK(found.worst_slice == doctest::Approx(want.worst_slice).epsilon(epsilon));
            CHECK(std::abs(found.functional - cpu::gauge_functional(from.moved, gauge)) < epsilon);
          });
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      GaugeFixer fixer(lattice, from.u, Gauge::coulomb, preferred_grain(lattice.device()));
      const auto before = fixer.measure_slices();
      std::vector<bool> resting(10, false);
      resting[3] = resting[9] = true;
      fixer.rest(resting);
      fixer.relax(1.0, 0);
      const auto after = fixer.measure_slices();
      for (std::size_t t = 0; t < 10; ++t) {
        if (resting[t])
          CHECK(after[t].functional == before[t].functional);
        else
          CHECK(after[t].functional > before[t].functional + 1e-3);
      }
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_gauge_fixing
