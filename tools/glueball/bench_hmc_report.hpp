// What `glueball bench hmc` prints.
#pragma once

#include "bench/hmc_benchmark.hpp"

namespace glueball::app {

/// The precision of the solver's iterations: "single", "half (float)".
std::string inner_text(const HmcBenchmark& b);

/// Prints a table, or a line of JSON a setup.
void print_hmc_benchmark(const HmcBenchmark& b, const HmcStart& start, const HmcBenchmarkRow& row,
                         const gpu::DeviceInfo& device, bool json);

}  // namespace glueball::app
