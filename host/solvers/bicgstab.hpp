// BiCGStab on a device in one precision.
#pragma once

#include <optional>

#include "linalg/global_sums.hpp"
#include "solvers/inner_solver.hpp"

namespace glueball {

/// Solves Mhat x = b itself instead of normal equations. An iteration takes two applications of Mhat, and
/// convergence is not guaranteed (van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631). Scalars stay on
/// the device as in ConjugateGradient.
template <class F>
class BiCgStab : public InnerSolver<F> {
 public:
  explicit BiCgStab(SolverMatrix<F>& op);

  /// Solves once in the device's precision from x = 0. With a scale it goes on with the last solve's search,
  /// whose vectors are multiplied by it: b replaces the residual that was left (a reliable update).
  DeviceCgResult solve(const F& b, F& x, double tolerance, int max_iterations,
                       std::optional<double> scale = {});

  const DeviceLattice& lattice() const override { return lattice_; }
  System system() const override { return System::even_odd; }
  SolverMatrix<F>* matrix() override { return &op_; }
  F& residual() override { return b_; }
  std::vector<DeviceCgResult> run(std::span<const InnerGoal> goals, bool resume) override;
  const F& correction(std::size_t) override { return x_; }

 private:
  void iterate(F& x);

  SolverMatrix<F>& op_;
  const DeviceLattice& lattice_;
  F r_, r0_, p_, v_, t_, b_, x_;
  GlobalSums sums_;
  BiCgStabScalars scalars_;
  SolverState last_ = SolverState::running;  ///< of the last solve
};

extern template class BiCgStab<SpinorField>;
extern template class BiCgStab<ColourField>;

}  // namespace glueball
