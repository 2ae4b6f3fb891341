// Several right-hand sides between two residuals, links read once for all of them.
#pragma once

#include "solvers/block_cg.hpp"
#include "solvers/inner_solver.hpp"

namespace glueball {

/// Conjugate gradients for cg.count() right-hand sides. `cg` must outlive it.
class InnerBlock : public InnerSolver<SpinorField> {
 public:
  explicit InnerBlock(BlockCg& cg);

  const DeviceLattice& lattice() const override { return cg_.lattice(); }
  std::size_t count() const override { return cg_.count(); }
  SpinorField& residual() override { return one_; }
  void put(std::size_t n, bool wanted) override;
  std::vector<DeviceCgResult> run(std::span<const InnerGoal> goals, bool go_on) override;
  const SpinorField& correction(std::size_t n) override;

 private:
  BlockCg& cg_;
  MultiSpinorField r_, x_;
  SpinorField one_, none_;
};

}  // namespace glueball
