#include "solvers/quark_memory.hpp"

#include "solvers/quark_solver.hpp"

namespace glueball {
namespace {

/// Makes the solver and solves for zeros, which takes all memory that solves need.
template <class OneParity>
void solve_nothing(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                   const SolverOptions& options, const std::vector<double>& masses) {
  const auto solver = make_quark_solver<OneParity>(device, u, quark, options, masses);
  const std::size_t half = u.geometry().half_volume();
  std::vector<FullQuarkField<OneParity>> x(solver->solutions());
  solver->solve({OneParity(half), OneParity(half)}, x);
}

/// Returns this number of vectors of zeros.
std::shared_ptr<const LowModes> unread(std::size_t count, const Geometry& geometry) {
  LowModes modes;
  modes.values.assign(count, 1.0);
  modes.spinor = [&geometry](std::size_t) { return ParitySpinorField(geometry.half_volume()); };
  modes.colour = [&geometry](std::size_t) { return ParityColourField(geometry.half_volume()); };
  return std::make_shared<const LowModes>(std::move(modes));
}

}  // namespace

MemoryNeed quark_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                        const SolverOptions& options, const std::vector<double>& masses) {
  SolverOptions o = options;
  o.block = 1;
  o.choose_block = {};
  o.choose = {};  // there is nothing to measure
  o.progress = {};
  // The lattices on which memory is counted have automatic blocks, of 4^4, and the vectors of a large
  // lattice.
  o.multigrid.block = {};
  if (o.multigrid.vectors == 0) o.multigrid.vectors = MultigridParameters::kVectors;
  const std::size_t count = o.low_modes ? o.low_modes->values.size() : 0;
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    if (count > 0) o.low_modes = unread(count, start.geometry());
    if (is_staggered(quark.action))
      solve_nothing<ParityColourField>(null_device, start, quark, o, masses);
    else
      solve_nothing<ParitySpinorField>(null_device, start, quark, o, masses);
  });
}

}  // namespace glueball
