// Blocks of right-hand sides of one quark on a device.
#pragma once

#include <memory>

#include "fermion/fermion_operator.hpp"
#include "solvers/inner_block.hpp"
#include "solvers/refinement.hpp"

namespace glueball {

/// Solves for several right-hand sides of a quark at once: as many as requested, or as fit into the host's
/// and the device's memory.
template <class F>
class SolverBlocks {
 public:
  /// `op` has the iterations' precision and a form for several right-hand sides
  /// (FermionOperator::for_several). `precise` is that of the residuals. Both must outlive this.
  SolverBlocks(const FermionOperator<F>& op, PreciseOperator<F>& precise, int wanted);

  /// Returns the largest number of right-hand sides at once, which `block` may reduce.
  int most() const { return most_; }
  /// The solver for a number of right-hand sides.
  struct Block {
    /// Throws Error(device) for too little memory.
    Block(const SolverBlocks& of, std::uint32_t count);
    std::unique_ptr<MultiMatrix<F>> op;
    BlockCg<F> cg;
    InnerBlock<F> inner;
    Refinement<F> refinement;
    std::vector<PreciseField<F>> source, x;  ///< for the caller: the systems on the even sites
  };
  /// Returns a block for `count` right-hand sides, made again if the number has changed. Returns null if the
  /// device has too little memory for so many; then most() is half of it.
  Block* block(std::size_t count);

 private:
  const FermionOperator<F>& op_;
  PreciseOperator<F>& precise_;
  int most_;
  std::optional<Block> block_;
};

extern template class SolverBlocks<SpinorField>;
extern template class SolverBlocks<ColourField>;

}  // namespace glueball
