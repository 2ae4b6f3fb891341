#include "solvers/quark_memory.hpp"

#include "solvers/multimass_solver.hpp"

namespace glueball {
namespace {

template <class OneParity>
void solve_nothing(QuarkSolver<OneParity>& solver, const Geometry& geometry) {
  const std::array<OneParity, 2> b{OneParity(geometry.half_volume()), OneParity(geometry.half_volume())};
  std::array<OneParity, 2> x;
  solver.solve(b, x);
}

void solve_nothing(MultimassSolver& solver, const Geometry& geometry) {
  const MultimassSolver::Full b{ParityColourField(geometry.half_volume()),
                                ParityColourField(geometry.half_volume())};
  std::vector<MultimassSolver::Full> x(solver.masses().size());
  solver.solve(b, x);
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
  const std::size_t count = o.low_modes ? o.low_modes->values.size() : 0;
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    if (count > 0) o.low_modes = unread(count, start.geometry());
    if (masses.size() > 1)
      solve_nothing(*make_multimass_solver(null_device, start, quark, masses, o), start.geometry());
    else if (is_staggered(quark.action))
      solve_nothing(*make_staggered_solver(null_device, start, quark, o), start.geometry());
    else
      solve_nothing(*make_spinor_solver(null_device, start, quark, o), start.geometry());
  });
}

}  // namespace glueball
