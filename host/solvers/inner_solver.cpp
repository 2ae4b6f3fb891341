#include "solvers/inner_solver.hpp"

#include "solvers/device_control.hpp"

namespace glueball {

template <class F>
std::vector<DeviceCgResult> InnerCg<F>::run(std::span<const InnerGoal> goals, bool resume) {
  const InnerGoal& goal = goals.front();
  cg_.begin(r_, goal.tolerance, goal.max_iterations, resume, goal.scale);
  kernels::Axpby::run({lattice(), kFieldFlags<F>}, {.a = 0, .b = 0}, r_, r_, x_);
  return {cg_.cycle(x_)};
}

template class InnerCg<SpinorField>;
template class InnerCg<ColourField>;

}  // namespace glueball
