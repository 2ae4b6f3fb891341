// Timing of the CPU reference in double precision for kernels of `glueball bench`. It is the baseline for
// drivers that run on the CPU.
#pragma once

#include "bench/bench_row.hpp"

namespace glueball {

/// Writes sustained times on all OpenMP threads into the row. An empty reference leaves the row unchanged.
void measure_reference(const kernel_specs::Reference& reference, double total_seconds, BenchRow& row);

}  // namespace glueball
