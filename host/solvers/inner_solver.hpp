// The inner solver, which iterates in low precision between two outer residuals.
#pragma once

#include <span>
#include <vector>

#include "solvers/conjugate_gradient.hpp"
#include "solvers/precise_operator.hpp"

namespace glueball {

/// Solves A dx_n = r_n for one or several right-hand sides to a goal, on a device in the precision of its
/// lattice.
template <class F>
class InnerSolver {
 public:
  virtual ~InnerSolver() = default;

  virtual const DeviceLattice& lattice() const = 0;
  virtual System system() const { return System::normal; }
  /// Returns the largest number of right-hand sides.
  virtual std::size_t count() const { return 1; }
  /// Returns its matrix if a solve restarts with every run, and null for several right-hand sides.
  virtual SolverMatrix<F>* matrix() { return nullptr; }
  /// True if a search never continues in its direction, so that few long runs are better than many.
  virtual bool restarts() const { return false; }

  /// `residual` returns the field for r_n. `put` must be called before the next r_n is written; if it is not
  /// `wanted`, it counts as 0.
  virtual F& residual() = 0;
  virtual void put(std::size_t /*n*/, bool /*wanted*/) {}
  /// Iterates to a goal for each right-hand side. With `resume` the search directions are kept.
  virtual std::vector<DeviceCgResult> run(std::span<const InnerGoal> goals, bool resume) = 0;
  /// Returns dx_n, valid until the next call.
  virtual const F& correction(std::size_t n) = 0;
};

/// Conjugate gradients for one right-hand side. `cg` must outlive this.
template <class F>
class InnerCg : public InnerSolver<F> {
 public:
  explicit InnerCg(ConjugateGradient<F>& cg) : cg_(cg), r_(cg.op().lattice()), x_(cg.op().lattice()) {}

  const DeviceLattice& lattice() const override { return cg_.op().lattice(); }
  SolverMatrix<F>* matrix() override { return &cg_.op(); }
  F& residual() override { return r_; }
  std::vector<DeviceCgResult> run(std::span<const InnerGoal> goals, bool resume) override;
  const F& correction(std::size_t) override { return x_; }

 private:
  ConjugateGradient<F>& cg_;
  F r_, x_;
};

template <class F>
InnerCg(ConjugateGradient<F>&) -> InnerCg<F>;

extern template class InnerCg<SpinorField>;
extern template class InnerCg<ColourField>;

}  // namespace glueball
