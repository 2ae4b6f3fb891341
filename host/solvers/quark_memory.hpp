// Device memory for quark solvers.
#pragma once

#include "field/memory_need.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Returns the memory with as many eigenvectors as options.low_modes has values; it needs no vectors for
/// this. It is that of one column at a time: blocks use what is left. With more than one of `masses` it is
/// that of several masses at once. Throws as make_quark_solver does.
MemoryNeed quark_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                        const SolverOptions& options, const std::vector<double>& masses = {});

}  // namespace glueball
