// The CPU's double-precision twins of what `glueball bench` times: what a driver that runs on the CPU is held
// against.
#pragma once

#include "bench/bench_row.hpp"

namespace glueball {

/// Sustained times, on all threads that OpenMP gives, into the row; with a twin that is empty it stays as it
/// is.
void measure_twin(const cards::Twin& twin, double total_seconds, BenchRow& row);

}  // namespace glueball
