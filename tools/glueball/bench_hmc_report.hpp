// The output of `glueball bench hmc`.
#pragma once

#include "bench/hmc_benchmark.hpp"

namespace glueball::app {

/// Returns the precision of the solver's iterations, for example "single" or "half (float)".
std::string inner_text(const HmcBenchmark& b);

/// Prints a table, or a line of JSON for each setup.
void print_hmc_benchmark(const HmcBenchmark& b, const HmcStart& start, const HmcBenchmarkRow& row,
                         const gpu::DeviceInfo& device, bool json);

}  // namespace glueball::app
