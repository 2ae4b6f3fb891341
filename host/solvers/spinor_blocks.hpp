// Blocks of right-hand sides of one quark on a device.
#pragma once

#include "lattice/configuration.hpp"
#include "solvers/inner_block.hpp"
#include "solvers/refinement.hpp"

namespace glueball {

/// What solves for several right-hand sides of a Wilson or twisted-mass quark at once: for as many as were
/// wanted, or as find room in the host's and the device's memory.
class SpinorBlocks {
 public:
  /// Links on a lattice in the iterations' precision, and the space of the residuals; all must outlive it.
  SpinorBlocks(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu,
               const Boundary& boundary, OuterSpace<SpinorField>& space, int wanted);

  /// The most at once; may become less by `block`.
  int most() const { return most_; }
  /// What solves for some of them at once.
  struct Block {
    /// Throws Error(device) where there is no room.
    Block(const SpinorBlocks& of, std::uint32_t count);
    MultiWilsonOperator op;
    BlockCg cg;
    InnerBlock inner;
    Refinement<SpinorField> refinement;
    std::vector<OuterField<SpinorField>> source, x;  ///< for its user: of the systems on the even sites
  };
  /// For `count` of them, made anew for another number than last time. None where the device has no room for
  /// so many: then most() is half of it.
  Block* block(std::size_t count);

 private:
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  double kappa_, mu_;
  Boundary boundary_;
  OuterSpace<SpinorField>& space_;
  int most_;
  std::optional<Block> block_;
};

}  // namespace glueball
