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

}  // namespace

MemoryNeed quark_memory(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                        const SolverOptions& options, const std::vector<double>& masses) {
  SolverOptions o = options;
  o.block = 1;
  o.choose_block = {};
  o.choose = {};  // there is nothing to measure
  o.progress = {};
  return memory_need(device, [&](gpu::Device& paper, const Configuration& start) {
    if (masses.size() > 1)
      solve_nothing(*make_multimass_solver(paper, start, quark, masses, o), start.geometry());
    else if (is_staggered(quark.action))
      solve_nothing(*make_staggered_solver(paper, start, quark, o), start.geometry());
    else
      solve_nothing(*make_spinor_solver(paper, start, quark, o), start.geometry());
  });
}

}  // namespace glueball
