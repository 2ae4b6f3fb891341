// These tests compare two levels of updates with one: the mean is the same, the error smaller. They take
// minutes.
#include "measure/multilevel.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "measure/correlator.hpp"
#include "measure/polyakov.hpp"
#include "support/devices.hpp"
#include "update/heatbath.hpp"

namespace glueball::test::physics_multilevel {

TEST_SUITE("slow") {
  TEST_CASE("multilevel: correlators of Polyakov loops as by plain averages, with smaller errors") {
    // This is in the confined phase, at half the deconfinement temperature. As many updates of links go into
    // both.
    const Geometry g({6, 6, 6, 8});
    constexpr int kPlain = 3000, kMeasurements = 100;
    const MultilevelOptions options{.beta = 5.7, .thickness = 4, .measurements = kMeasurements};
    gpu::Device& device = *test::devices().front();
    GaugeHeatbath chain(device, preferred_options(device), {.couplings = {.beta = options.beta}, .seed = 1},
                        Configuration(g));
    GlobalSums sums(chain.lattice());
    std::vector<double> plain[2], two_levels[2];
    int step = 0;
    while (step < 100) chain.sweep(++step);
    for (int n = 0; n < kPlain; ++n) {
      chain.sweep(++step);
      const auto loops = polyakov_loops(chain.lattice(), chain.links(), sums);
      const Correlator c = correlator(loops.field, loops.field, Combination::average);
      for (std::size_t k = 0; k < c.r2.size(); ++k)
        for (const std::size_t r : {1, 2})
          if (c.r2[k] == int(r * r)) plain[r - 1].push_back(c.values[k].real());
    }
    for (int n = 0; n < kPlain / kMeasurements; ++n) {
      for (int k = 0; k < 5; ++k) chain.sweep(++step);
      const auto c = multilevel_polyakov(chain.lattice(), chain.links(), sums, options, 2, std::uint64_t(n));
      for (const std::size_t r : {1, 2}) two_levels[r - 1].push_back(c[r - 1]);
    }
    for (const std::size_t r : {1, 2}) {
      const Estimate a = binned_jackknife(plain[r - 1], 100), b = binned_jackknife(two_levels[r - 1]);
      CAPTURE(r);
      CAPTURE(a.mean);
      CAPTURE(a.error);
      CAPTURE(b.mean);
      CAPTURE(b.error);
      CHECK(std::abs(a.mean - b.mean) < 4 * std::hypot(a.error, b.error));
      CHECK(b.error < a.error / double(r));
    }
  }

  TEST_CASE("multilevel: the shear correlator as by plain averages, with half their errors or less") {
    const Geometry g({6, 6, 6, 12});
    constexpr int kPlain = 2000, kMeasurements = 100, kNearest = 3, kFarthest = 5;
    const MultilevelOptions options{.beta = 6, .thickness = 6, .measurements = kMeasurements};
    gpu::Device& device = *test::devices().front();
    GaugeHeatbath chain(device, preferred_options(device),
                        {.couplings = {.beta = options.beta}, .overrelaxation = 4, .seed = 1},
                        Configuration(g));
    GlobalSums sums(chain.lattice());
    std::vector<double> plain[kFarthest + 1], two_levels[kFarthest + 1];
    int step = 0;
    while (step < 200) chain.sweep(++step);
    for (int n = 0; n < kPlain; ++n) {
      chain.sweep(++step);
      const auto c =
          tensor_correlators(field_products(chain.lattice(), chain.links(), FieldStrength::clover, sums), 0);
      for (int dt = kNearest; dt <= kFarthest; ++dt) plain[dt].push_back(c.shear[std::size_t(dt)]);
    }
    for (int n = 0; n < kPlain / kMeasurements; ++n) {
      for (int k = 0; k < 5; ++k) chain.sweep(++step);
      const auto c = multilevel_tensor(chain.lattice(), chain.links(), sums, options, std::uint64_t(n));
      for (int dt = kNearest; dt <= kFarthest; ++dt) two_levels[dt].push_back(c.shear[std::size_t(dt)]);
    }
    for (int dt = kNearest; dt <= kFarthest; ++dt) {
      const Estimate a = binned_jackknife(plain[dt], 50), b = binned_jackknife(two_levels[dt]);
      MESSAGE("dt ", dt, ": plain ", a.mean, " +- ", a.error, ", two levels ", b.mean, " +- ", b.error);
      CHECK(std::abs(a.mean - b.mean) < 4 * std::hypot(a.error, b.error));
      CHECK(b.error < a.error / 2);
    }
  }
}

}  // namespace glueball::test::physics_multilevel
