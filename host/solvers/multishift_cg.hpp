// Conjugate gradients for several shifts of one matrix at once, on a device.
#pragma once

#include <span>

#include "solvers/conjugate_gradient.hpp"

namespace glueball {

/// Solves (A + shift_i) x_i = b for all shifts with the iterations of the smallest (Jegerlehner,
/// hep-lat/9612014), A the hermitian matrix of SolverMatrix::normal; `op` must already contain the smallest
/// shift, the others are what they have beyond it: shifts()[0] = 0 <= shifts()[i]. All scalars stay on the
/// device. In the precision of its lattice: a shift whose residual must be smaller is gone on with alone
/// (ShiftedOperator).
template <class F>
class MultishiftCg : public ConjugateGradient<F> {
 public:
  /// Throws Error(usage) for no shifts, a first one other than 0, and negative ones.
  MultishiftCg(SolverMatrix<F>& op, std::vector<double> shifts);

  const std::vector<double>& shifts() const { return shifts_; }

  /// x must have as many fields as there are shifts.
  DeviceCgResult solve_all(const F& b, std::span<F> x, double tolerance, int max_iterations);

 private:
  void after_alpha() override;
  void after_direction() override;

  std::vector<double> shifts_;
  std::vector<F> p_;
  ShiftScalars state_;
  std::span<F> x_;
};

/// A + sigma for an operator's hermitian A.
template <class F>
class ShiftedOperator : public SolverMatrix<F> {
 public:
  ShiftedOperator(SolverMatrix<F>& op, double sigma)
      : SolverMatrix<F>(op.lattice()), op_(op), sigma_(sigma) {}

  /// Throws Error(usage): a shifted matrix has no root here.
  void even_odd(const F& in, F& out, bool dagger = false) override;
  void normal(const F& in, F& middle, F& out) override;
  bool has_root() const override { return false; }
  double normal_flops() const override;

 private:
  SolverMatrix<F>& op_;
  double sigma_;
};

extern template class MultishiftCg<SpinorField>;
extern template class MultishiftCg<ColourField>;
extern template class ShiftedOperator<SpinorField>;
extern template class ShiftedOperator<ColourField>;

}  // namespace glueball
