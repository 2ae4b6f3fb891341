// Benchmarks that the tuner measures for work that several kernels do, or that one kernel does in several
// ways. For all other work it measures benchmark_of<Kernel>().
#pragma once

#include "flow/flow.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "lattice/gauge_condition.hpp"

namespace glueball::kernel_specs {

/// Returns the benchmark of a flow step.
const Benchmark& flow_benchmark(const FlowAction& action);
/// Returns the benchmark of overrelaxation in a gauge.
const Benchmark& fixing_benchmark(Gauge gauge);
/// Returns the benchmark of conjugate gradients on several right-hand sides for the quarks whose hop is that
/// kernel (OperatorKind::hop). It has make_block.
const Benchmark& block_benchmark(std::string_view hop);

}  // namespace glueball::kernel_specs
