#include "solvers/solver_blocks.hpp"

#include <unistd.h>

#include <algorithm>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "comm/of_all.hpp"

namespace glueball {
namespace {

/// Limits a number of right-hand sides such that sources, solutions and temporaries take at most a quarter of
/// the host's memory. There are about four fields on all sites for each, of `bytes` a site.
int fitting(int wanted, const Geometry& geometry, std::size_t bytes) {
  const double memory = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
  const double column = 4.0 * double(bytes) * double(geometry.volume());
  while (wanted > 1 && wanted * column > 0.25 * memory) --wanted;
  return wanted;
}

/// Returns the smallest number over the ranks, which must agree.
int least_of_ranks(const DeviceLattice& lattice, int mine) {
  const Domain* domain = lattice.domain();
  if (domain == nullptr) return mine;
  const auto all = of_all(domain->ranks(), mine);
  return *std::min_element(all.begin(), all.end());
}

}  // namespace

template <class F>
SolverBlocks<F>::SolverBlocks(const FermionOperator<F>& op, PreciseOperator<F>& precise, int wanted)
    : op_(op),
      precise_(precise),
      most_(least_of_ranks(op.lattice(), fitting(wanted, op.lattice().geometry(),
                                                 sizeof(typename HostField<F>::type::value_type)))) {}

template <class F>
SolverBlocks<F>::Block::Block(const SolverBlocks& of, std::uint32_t count)
    : op(of.op_.for_several(count)), cg(*op), inner(cg), refinement(of.precise_, inner) {
  of.precise_.reserve(count);
  for (std::uint32_t n = 0; n < count; ++n) {
    source.push_back(of.precise_.make());
    x.push_back(of.precise_.make());
  }
}

template <class F>
typename SolverBlocks<F>::Block* SolverBlocks<F>::block(std::size_t count) {
  const auto even = std::uint32_t(count + count % 2);
  if (block_ && block_->op->count() == even) return &*block_;
  block_.reset();
  try {
    block_.emplace(*this, even);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::device) throw;
    block_.reset();
  }
  if (least_of_ranks(op_.lattice(), block_ ? 1 : 0) == 1) return &*block_;
  block_.reset();
  most_ = int(count) / 2;
  return nullptr;
}

template class SolverBlocks<SpinorField>;
template class SolverBlocks<ColourField>;

}  // namespace glueball
