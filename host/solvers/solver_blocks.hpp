// Blocks of right-hand sides of one quark on a device.
#pragma once

#include <memory>

#include "fermion/fermion_operator.hpp"
#include "solvers/inner_block.hpp"
#include "solvers/refinement.hpp"

namespace glueball {

/// What solves for several right-hand sides of a quark at once: for as many as were wanted, or as find room
/// in the host's and the device's memory.
template <class F>
class SolverBlocks {
 public:
  /// A matrix in the iterations' precision that has a form for several (FermionOperator::for_several), and
  /// the space of the residuals; both must outlive it.
  SolverBlocks(const FermionOperator<F>& op, OuterSpace<F>& space, int wanted);

  /// The most at once; may become less by `block`.
  int most() const { return most_; }
  /// What solves for some of them at once.
  struct Block {
    /// Throws Error(device) where there is no room.
    Block(const SolverBlocks& of, std::uint32_t count);
    std::unique_ptr<MultiMatrix<F>> op;
    BlockCg<F> cg;
    InnerBlock<F> inner;
    Refinement<F> refinement;
    std::vector<OuterField<F>> source, x;  ///< for its user: of the systems on the even sites
  };
  /// For `count` of them, made anew for another number than last time. None where the device has no room for
  /// so many: then most() is half of it.
  Block* block(std::size_t count);

 private:
  const FermionOperator<F>& op_;
  OuterSpace<F>& space_;
  int most_;
  std::optional<Block> block_;
};

extern template class SolverBlocks<SpinorField>;
extern template class SolverBlocks<ColourField>;

}  // namespace glueball
