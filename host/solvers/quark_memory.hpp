// What solving for quarks takes of a device.
#pragma once

#include "field/memory_need.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// With as many eigenvectors as options.low_modes has values, which it need not have vectors for.
/// One column at a time: blocks take what is left. With more than one of `masses`, for all of these at once
/// (MultimassSolver). Throws as make_spinor_solver, make_staggered_solver and make_multimass_solver do.
MemoryNeed quark_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                        const SolverOptions& options, const std::vector<double>& masses = {});

}  // namespace glueball
