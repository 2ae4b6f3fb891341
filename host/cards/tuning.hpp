// What is measured when storage, workgroups and the like are chosen for work that several kernels do, or one
// in several ways; of the others it is benchmark_of<Kernel>().
#pragma once

#include "cards/card.hpp"
#include "flow/flow.hpp"
#include "lattice/gauge_condition.hpp"

namespace glueball::cards {

/// Steps of a flow.
const Benchmark& flow_benchmark(const FlowAction& action);
/// Overrelaxation in a gauge.
const Benchmark& fixing_benchmark(Gauge gauge);
/// Conjugate gradients of several right-hand sides, of the quarks whose hop that kernel is
/// (OperatorKind::hop): one with make_block.
const Benchmark& block_benchmark(std::string_view hop);

}  // namespace glueball::cards
