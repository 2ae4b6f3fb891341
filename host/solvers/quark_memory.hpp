// Device memory for quark solvers.
#pragma once

#include "field/memory_need.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Returns the memory with as many eigenvectors as options.low_modes has values; it needs no vectors for
/// this. It is that of one column at a time: blocks use what is left. With more than one of `masses` it is
/// that of MultimassSolver. Throws as make_spinor_solver, make_staggered_solver and make_multimass_solver do.
MemoryNeed quark_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                        const SolverOptions& options, const std::vector<double>& masses = {});

}  // namespace glueball
