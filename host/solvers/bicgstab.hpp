// BiCGStab on a device, in one precision.
#pragma once

#include "linalg/global_sums.hpp"
#include "solvers/inner_solver.hpp"

namespace glueball {

/// Solves Mhat x = b itself, without normal equations: two applications of Mhat an iteration, and no promise
/// that it converges (van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631). Its scalars stay on the
/// device as those of ConjugateGradient do. It cannot go on in the direction that it had: residuals around it
/// are the host's, unless Restart says otherwise or the lattice is split.
template <class F>
class BiCgStab : public InnerSolver<F> {
 public:
  explicit BiCgStab(SolverMatrix<F>& op);

  /// One solve in the device's precision from x = 0.
  DeviceCgResult solve(const F& b, F& x, double tolerance, int max_iterations);

  const DeviceLattice& lattice() const override { return lattice_; }
  System system() const override { return System::even_odd; }
  SolverMatrix<F>* matrix() override { return &op_; }
  F& residual() override { return b_; }
  std::vector<DeviceCgResult> run(std::span<const InnerGoal> goals, bool go_on) override;
  const F& correction(std::size_t) override { return x_; }

 private:
  void iterate(F& x);

  SolverMatrix<F>& op_;
  const DeviceLattice& lattice_;
  F r_, r0_, p_, v_, t_, b_, x_;
  GlobalSums sums_;
  BiCgStabScalars scalars_;
};

extern template class BiCgStab<SpinorField>;
extern template class BiCgStab<ColourField>;

}  // namespace glueball
