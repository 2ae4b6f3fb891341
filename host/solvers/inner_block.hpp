// Inner solver for several right-hand sides, with links read once for all.
#pragma once

#include "solvers/block_cg.hpp"
#include "solvers/inner_solver.hpp"

namespace glueball {

/// Conjugate gradients for cg.count() right-hand sides. `cg` must outlive this.
template <class F>
class InnerBlock : public InnerSolver<F> {
 public:
  explicit InnerBlock(BlockCg<F>& cg);

  const DeviceLattice& lattice() const override { return cg_.lattice(); }
  std::size_t count() const override { return cg_.count(); }
  F& residual() override { return one_; }
  void put(std::size_t n, bool wanted) override;
  std::vector<DeviceCgResult> run(std::span<const InnerGoal> goals, bool resume) override;
  const F& correction(std::size_t n) override;

 private:
  BlockCg<F>& cg_;
  Several<F> r_, x_;
  F one_, none_;
};

extern template class InnerBlock<SpinorField>;
extern template class InnerBlock<ColourField>;

}  // namespace glueball
