#include "solvers/spinor_blocks.hpp"

#include <unistd.h>

#include "base/error.hpp"

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
                           const Boundary& boundary, OuterSpace<SpinorField>& space, int wanted)
    : lattice_(lattice),
      u_(u),
      kappa_(kappa),
      mu_(mu),
      boundary_(boundary),
      space_(space),
      most_(fitting(wanted, lattice.geometry())) {}

SpinorBlocks::Block::Block(const SpinorBlocks& of, std::uint32_t count)
    : op(of.lattice_, of.u_, of.kappa_, of.mu_, count, of.boundary_),
      cg(op),
      inner(cg),
      refinement(of.space_, inner) {
  for (std::uint32_t n = 0; n < count; ++n) {
    source.push_back(of.space_.make());
    x.push_back(of.space_.make());
  }
}

SpinorBlocks::Block* SpinorBlocks::block(std::size_t count) {
  const auto even = std::uint32_t(count + count % 2);
  if (block_ && block_->op.count() == even) return &*block_;
  block_.reset();
  try {
    return &block_.emplace(*this, even);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::device) throw;
    most_ = int(count) / 2;
    return nullptr;
  }
}

}  // namespace glueball
