// One seed makes one chain on every device and API, as far as rounding lets it.
#include <doctest/doctest.h>

#include "support/devices.hpp"
#include "update/heatbath.hpp"

namespace glueball::test::property_chain_agreement {
namespace {

std::vector<double> plaquettes(gpu::Device& device, const Configuration& start, gpu::Precision precision) {
  LatticeOptions options = preferred_options(device);
  options.precision = precision;
  GaugeHeatbath chain(device, options, {.couplings = {.beta = 5.7}, .overrelaxation = 0, .seed = 4}, start);
  std::vector<double> series;
  for (int step = 1; step <= 20; ++step) {
    chain.sweep(step);
    series.push_back(chain.plaquette().average());
  }
  return series;
}

TEST_SUITE("property") {
  TEST_CASE("heatbath: the first 20 sweeps on 8^4 are the same on all devices") {
    // Rounding grows from sweep to sweep, faster from a hot start and much faster with overrelaxation: a
    // chain in single precision agrees to single precision from a cold start, one in double from any.
    const Geometry g({8, 8, 8, 8});
    struct Case {
      gpu::Precision precision;
      Configuration start;
      double allowed;
    };
    for (const Case& c : {Case{gpu::Precision::single, Configuration(g), 5e-7},
                          {gpu::Precision::double_, Configuration(g), 1e-12},
                          {gpu::Precision::double_, hot_configuration(g, 4), 1e-10}}) {
      std::vector<double> first;
      for_each_device([&](gpu::Device& device) {
        if (c.precision == gpu::Precision::double_ && !device.info().limits.float64) return;
        const auto series = plaquettes(device, c.start, c.precision);
        if (first.empty()) first = series;
        for (std::size_t n = 0; n < series.size(); ++n) {
          CAPTURE(n);
          CHECK(std::abs(series[n] - first[n]) < c.allowed);
        }
        CHECK(series.front() != series.back());
      });
    }
  }
}

}  // namespace

}  // namespace glueball::test::property_chain_agreement
