#include "solvers/spinor_blocks.hpp"

#include <unistd.h>

#include "base/error.hpp"
#include "solvers/mixed_solver.hpp"
#include "solvers/reliable_solver.hpp"

namespace glueball {
namespace {

/// Sources, solutions and what is made of them on the way take a quarter of the host's memory at most: some
/// four fields on all sites for each right-hand side.
int fitting(int wanted, const Geometry& geometry) {
  const double memory = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
  const double column = 4.0 * sizeof(Spinor) * double(geometry.volume());
  while (wanted > 1 && wanted * column > 0.25 * memory) --wanted;
  return wanted;
}

}  // namespace

SpinorBlocks::SpinorBlocks(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu,
                           const Boundary& boundary, const reference::EvenOddOperator<HalfSpinorField>* exact,
                           FermionOperator<SpinorField>* outer, int wanted)
    : lattice_(lattice),
      u_(u),
      kappa_(kappa),
      mu_(mu),
      boundary_(boundary),
      exact_(exact),
      outer_(outer),
      most_(fitting(wanted, lattice.geometry())) {}

BlockSolver* SpinorBlocks::solver(std::size_t count) {
  const auto even = std::uint32_t(count + count % 2);
  if (block_ && block_->op.count() == even) return &*block_->solver;
  block_.reset();
  try {
    make(even);
    return &*block_->solver;
  } catch (const Error& error) {
    block_.reset();
    if (error.kind() != ErrorKind::device) throw;
    most_ = int(count) / 2;
    return nullptr;
  }
}

void SpinorBlocks::make(std::uint32_t count) {
  block_.emplace(lattice_, u_, kappa_, mu_, boundary_, count);
  block_->solver.emplace(
      block_->cg,
      outer_ ? residuals_on_device(*outer_, lattice_, count) : residuals_on_host(*exact_, lattice_, count),
      outer_ ? ReliableSolver<SpinorField>::kDelta
             : MixedSolver<SpinorField>::goals(lattice_.precision()).tolerance);
}

}  // namespace glueball
