// What iterates in short precision between two residuals in an outer space.
#pragma once

#include <span>
#include <vector>

#include "solvers/conjugate_gradient.hpp"
#include "solvers/outer_space.hpp"

namespace glueball {

/// Solves A dx_n = r_n for one right-hand side, or for several at once, as far as it is asked to, on a device
/// in the precision of its lattice.
template <class F>
class InnerSolver {
 public:
  virtual ~InnerSolver() = default;

  virtual const DeviceLattice& lattice() const = 0;
  virtual System system() const { return System::normal; }
  /// Right-hand sides at most.
  virtual std::size_t count() const { return 1; }
  /// Its own matrix, of which a solve begins anew with every run. Null for several right-hand sides.
  virtual SolverMatrix<F>* matrix() { return nullptr; }

  /// Where r_n is to be left, to be `put` before the next one, with `wanted` or as nothing.
  virtual F& residual() = 0;
  virtual void put(std::size_t /*n*/, bool /*wanted*/) {}
  /// A goal for each. With `go_on` searches go on in the directions that they had.
  virtual std::vector<DeviceCgResult> run(std::span<const InnerGoal> goals, bool go_on) = 0;
  /// dx_n, until it is asked for the next one.
  virtual const F& correction(std::size_t n) = 0;
};

/// Conjugate gradients for one right-hand side. `cg` must outlive it.
template <class F>
class InnerCg : public InnerSolver<F> {
 public:
  explicit InnerCg(ConjugateGradient<F>& cg) : cg_(cg), r_(cg.op().lattice()), x_(cg.op().lattice()) {}

  const DeviceLattice& lattice() const override { return cg_.op().lattice(); }
  SolverMatrix<F>* matrix() override { return &cg_.op(); }
  F& residual() override { return r_; }
  std::vector<DeviceCgResult> run(std::span<const InnerGoal> goals, bool go_on) override;
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
