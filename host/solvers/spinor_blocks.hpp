// Blocks of right-hand sides of one quark on a device.
#pragma once

#include "lattice/configuration.hpp"
#include "solvers/block_solver.hpp"

namespace glueball {

/// What solves for several right-hand sides of a Wilson or twisted-mass quark at once: for as many as were
/// wanted, or as find room in the host's and the device's memory.
class SpinorBlocks {
 public:
  /// Links on a lattice in the iterations' precision. Residuals are those of `outer`, an operator in double
  /// on the device, or where that is null of `exact` on the CPU.
  SpinorBlocks(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu,
               const Boundary& boundary, const reference::EvenOddOperator<HalfSpinorField>* exact,
               FermionOperator<SpinorField>* outer, int wanted);

  /// The most at once; may become less by `solver`.
  int most() const { return most_; }
  /// For `count` of them, made anew for another number than last time. None where the device has no room for
  /// so many: then most() is half of it.
  BlockSolver* solver(std::size_t count);

 private:
  struct Block {
    Block(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu,
          const Boundary& boundary, std::uint32_t count)
        : op(lattice, u, kappa, mu, count, boundary), cg(op) {}
    MultiWilsonOperator op;
    BlockCg cg;
    std::optional<BlockSolver> solver;
  };
  void make(std::uint32_t count);

  const DeviceLattice& lattice_;
  const GaugeField& u_;
  double kappa_, mu_;
  Boundary boundary_;
  const reference::EvenOddOperator<HalfSpinorField>* exact_;
  FermionOperator<SpinorField>* outer_;
  int most_;
  std::optional<Block> block_;
};

}  // namespace glueball
