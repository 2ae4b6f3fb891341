#include "solvers/shifted_systems.hpp"

#include <algorithm>
#include <utility>

namespace glueball {
namespace {

/// Returns the operator with a shift, which a solver of shifted systems must be made with.
template <class Operator>
Operator& shifted(Operator& op) {
  if constexpr (requires { op.set_shift(1); }) op.set_shift(1);
  return op;
}

/// Returns any shifts that ascend from 0, to allocate memory.
std::vector<double> room_for(std::size_t most) {
  std::vector<double> shifts;
  for (std::size_t n = 0; n < most; ++n) shifts.push_back(double(n));
  return shifts;
}

}  // namespace

template <class F>
ShiftedSystems<F>::ShiftedSystems(std::unique_ptr<Operator> op, std::size_t most)
    : source(op->lattice()), op_(std::move(op)), cg_(shifted(*op_), room_for(most)), inner_(cg_) {
  for (std::size_t n = 0; n < most; ++n) x.emplace_back(op_->lattice());
  if constexpr (requires { op_->set_shift(0); }) op_->set_shift(0);
}

template <class F>
DeviceCgResult ShiftedSystems<F>::solve(const F& b, std::vector<double> shifts, double tolerance,
                                        int max_iterations, bool add) {
  const std::size_t count = shifts.size();
  cg_.change_shifts(std::move(shifts));
  return cg_.solve_all(b, std::span(x).first(count), tolerance, max_iterations, add);
}

template class ShiftedSystems<SpinorField>;
template class ShiftedSystems<ColourField>;

double shared_tolerance(gpu::Precision precision, double tolerance) {
  const double good_for = precision == gpu::Precision::half     ? 2e-2
                          : precision == gpu::Precision::single ? 1e-6
                                                                : 1e-12;
  return std::max(good_for, 0.25 * tolerance);
}

}  // namespace glueball
