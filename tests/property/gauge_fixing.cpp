// These tests check on the device what gauge fixing changes, and what it leaves unchanged.
#include <doctest/doctest.h>

#include <algorithm>

#include "cpu/field_strength.hpp"
#include "cpu/gauge_functional.hpp"
#include "cpu/plaquette.hpp"
#include "fix/abelian.hpp"
#include "fix/fixing.hpp"
#include "reference/heatbath.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"

namespace glueball::test::property_gauge_fixing {
namespace {

/// Returns thermal links at beta = 6 in a random gauge.
Configuration thermal(const Geometry& geometry, std::uint64_t seed) {
  Configuration u(geometry);
  for (std::uint32_t step = 1; step <= 8; ++step) reference::heatbath(u, {.beta = 6.0}, seed, step);
  return gauge_transformed(u, cpu::random_transformation(geometry, seed));
}

constexpr Gauge kGauges[] = {Gauge::landau, Gauge::coulomb, Gauge::maximally_abelian, Gauge::centre};

TEST_SUITE("property") {
  TEST_CASE(
      "gauge fixing: relaxation with omega = 1 never lowers the functional, microcanonical sweeps keep it") {
    const Configuration u = thermal(Geometry({4, 4, 6, 4}), 51);
    for (const Gauge gauge :
         {Gauge::landau, Gauge::coulomb, Gauge::maximally_abelian, Gauge::residual, Gauge::centre})
      for_each_lattice(
          u.geometry(), {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
            CAPTURE(int(gauge));
            const double rounding = lattice.precision() == gpu::Precision::double_ ? 1e-14 : 1e-7;
            GaugeFixer fixer(lattice, u, gauge, preferred_grain(lattice.device()));
            double last = fixer.measure().functional, start = last;
            for (int n = 0; n < 20; ++n) {
              fixer.relax(1, n % 3);
              const double next = fixer.measure().functional;
              CHECK(next >= last - rounding);
              last = next;
            }
            CHECK(last > start + 0.05);
            const Transformation before = fixer.transformation();
            if (gauge == Gauge::residual || gauge == Gauge::centre) return;
            for (int n = 0; n < 5; ++n) fixer.microcanonical();
            CHECK(std::abs(fixer.measure().functional - last) < 10 * rounding);
            const Transformation after = fixer.transformation();
            double moved = 0;
            for (std::size_t n = 0; n < before.size(); ++n)
              moved = std::max(moved, std::abs(before[n][0][0] - after[n][0][0]));
            CHECK(moved > 1e-4);
          });
  }

  TEST_CASE(
      "gauge fixing: theta below 1e-12 in single, then double; the divergence vanishes everywhere; "
      "observables stay") {
    const Configuration u = thermal(Geometry({4, 4, 6, 4}), 52);
    for_each_device([&](gpu::Device& device) {
      for (const Gauge gauge : kGauges) {
        CAPTURE(int(gauge));
        FixParameters p{
            .gauge = gauge, .residual = gauge == Gauge::maximally_abelian, .grain = preferred_grain(device)};
        GaugeFixing fixing(device, preferred_options(device), u, p);
        Transformation g = unit_transformation(u.geometry());
        FixPoint point;
        std::vector<std::string> names;
        const auto end = fixing.run(g, point, [&](const GaugeFixing::Report& r) {
          if (names.empty() || names.back() != r.stage.name()) names.push_back(r.stage.name());
          return true;
        });
        REQUIRE(end == GaugeFixing::End::converged);
        CHECK(point.iterations > 50);
        CHECK(names.front().ends_with("single"));
        CHECK(names.back().ends_with("double"));
        const Configuration fixed = gauge_transformed(u, g);
        const auto theta = cpu::divergence(fixed, gauge);
        CHECK((gauge == Gauge::coulomb ? theta.worst_slice : theta.mean) < 1e-12);
        CHECK(theta.largest < 1e-10);
        if (p.residual) CHECK(cpu::divergence(fixed, Gauge::residual).mean < 1e-12);
        CHECK(cpu::gauge_functional(fixed, gauge) > cpu::gauge_functional(u, gauge) + 0.3);

        const auto before = cpu::plaquette(u), after = cpu::plaquette(fixed);
        CHECK(after.spatial == doctest::Approx(before.spatial).epsilon(1e-13));
        CHECK(after.temporal == doctest::Approx(before.temporal).epsilon(1e-13));
        CHECK(std::abs(cpu::polyakov_loop(fixed) - cpu::polyakov_loop(u)) < 1e-13);
        CHECK(std::abs(cpu::action_density(fixed, FieldStrength::clover).charge -
                       cpu::action_density(u, FieldStrength::clover).charge) < 1e-12);
      }
    });
  }

  TEST_CASE(
      "gauge fixing: Fourier steps end in the gauge, on the same orbit, in fewer steps than relaxation") {
    const Configuration u = thermal(Geometry({8, 8, 8, 8}), 55);
    gpu::Device& device = *devices().front();
    for (const Gauge gauge : {Gauge::landau, Gauge::coulomb}) {
      CAPTURE(int(gauge));
      long steps[2] = {};
      for (const FixMethod method : {FixMethod::overrelaxation, FixMethod::fourier}) {
        FixParameters p{.gauge = gauge, .method = method, .interval = 10, .grain = preferred_grain(device)};
        GaugeFixing fixing(device, preferred_options(device), u, p);
        Transformation g = unit_transformation(u.geometry());
        FixPoint point;
        REQUIRE(fixing.run(g, point, [](const auto&) { return true; }) == GaugeFixing::End::converged);
        const Configuration fixed = gauge_transformed(u, g);
        const auto theta = cpu::divergence(fixed, gauge);
        CHECK((gauge == Gauge::coulomb ? theta.worst_slice : theta.mean) < 1e-12);
        CHECK(cpu::plaquette(fixed).average() == doctest::Approx(cpu::plaquette(u).average()).epsilon(1e-13));
        CHECK(cpu::gauge_functional(fixed, gauge) > 0.75);
        steps[method == FixMethod::fourier] = point.iterations;
      }
      MESSAGE("relaxation ", steps[0], " iterations, with Fourier steps ", steps[1]);
      CHECK(steps[1] < steps[0]);
    }
  }

  TEST_CASE("gauge fixing: a run that goes on from what an observer kept reaches the same bits") {
    const Configuration u = thermal(Geometry({4, 4, 4, 6}), 53);
    for_each_device([&](gpu::Device& device) {
      for (const FixMethod method : {FixMethod::stochastic, FixMethod::annealing, FixMethod::fourier}) {
        const FixParameters p{.method = method,
                              .annealing = {.sweeps = 40, .microcanonical = 1},
                              .theta = 1e-11,
                              .interval = 15,
                              .grain = preferred_grain(device),
                              .seed = 7};
        const auto run = [&](Transformation& g, FixPoint& point, const GaugeFixing::Observer& observer) {
          return GaugeFixing(device, preferred_options(device), u, p).run(g, point, observer);
        };
        Transformation whole = unit_transformation(u.geometry()), parts = whole;
        FixPoint end, at;
        REQUIRE(run(whole, end, [](const auto&) { return true; }) == GaugeFixing::End::converged);
        int stops = 0;
        while (run(parts, at, [n = 0](const auto&) mutable { return ++n < 3; }) == GaugeFixing::End::stopped)
          REQUIRE(++stops < 200);
        CHECK(stops > 3);
        CHECK(at.iterations == end.iterations);
        CHECK(parts == whole);
      }
    });
  }

  TEST_CASE("gauge fixing: too few iterations are said, the field is the best so far") {
    const Configuration u = thermal(Geometry({4, 4, 4, 4}), 54);
    for_each_device([&](gpu::Device& device) {
      GaugeFixing fixing(device, preferred_options(device), u, {.interval = 5, .max_iterations = 10});
      Transformation g = unit_transformation(u.geometry());
      FixPoint point;
      CHECK(fixing.run(g, point, [](const auto&) { return true; }) == GaugeFixing::End::too_long);
      CHECK(point.iterations == 10);
      CHECK(cpu::gauge_functional(gauge_transformed(u, g), Gauge::landau) > 0.5);
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_gauge_fixing
