#include "solvers/coarse_solver.hpp"

#include <algorithm>
#include <cmath>

#include "field/texels.hpp"

namespace glueball {
namespace {

/// Texels of a scalar product that a workgroup adds, and the most workgroups of one.
constexpr std::uint32_t kTexels = 1024, kMostGroups = 32;
/// Invocations of a workgroup of Shape::sums that leave their sums to the second pass, on CPU drivers.
constexpr std::uint32_t kApart = 16;

}  // namespace

CoarseSolver::CoarseSolver(const CoarseOperator& op, std::uint32_t columns)
    : op_(op),
      texels_(std::uint32_t(op.lattice().geometry().half_volume()) * op.vectors()),
      groups_(op.lattice().shared_sums() ? std::clamp(texels_ / kTexels, 1u, kMostGroups) : 1),
      results_(op.lattice().shared_sums() ? groups_ : groups_ * kApart),
      inverted_{CoarseField(op.lattice(), op.vectors(), ColumnGroups(columns).padded()),
                CoarseField(op.lattice(), op.vectors(), ColumnGroups(columns).padded())},
      odd_(op.lattice(), op.vectors(), ColumnGroups(columns).padded()),
      w_(op.lattice(), op.vectors(), GCR_KEPT * ColumnGroups(columns).padded()),
      z_(op.lattice(), op.vectors(), GCR_KEPT * ColumnGroups(columns).padded()),
      partials_(op.lattice(), std::size_t(2) * results_ * (GCR_KEPT + 1) * columns),
      scalars_(op.lattice(), columns) {}

void CoarseSolver::solve(int steps, std::uint32_t columns, const FullCoarseField& b, FullCoarseField& x) {
  using In = CoarseOperator::In;
  constexpr std::size_t kEven = 0, kOdd = 1;
  const DeviceLattice& lattice = op_.lattice();
  const ColumnGroups split(columns);
  for (const Parity parity : kParities)
    op_.invert_own(parity, split, b[std::size_t(parity)], inverted_[std::size_t(parity)]);
  const In even{inverted_[kEven]}, odd{inverted_[kOdd]}, solution{x[kEven]};
  op_.hop(Parity::even, split, odd, &even, -1, {z_, 0, GCR_KEPT});
  for (std::uint32_t step = 0; step < std::uint32_t(steps); ++step) {
    const std::uint32_t place = step % GCR_KEPT;
    const In direction{z_, place, GCR_KEPT};
    op_.hop(Parity::odd, split, direction, nullptr, 1, {odd_});
    op_.hop(Parity::even, split, {odd_}, &direction, -1, {w_, place, GCR_KEPT});
    const args::GcrArgs arguments{.step = step, .columns = columns, .texels = texels_, .count = results_};
    Launch dots(lattice);
    dots.groups = (std::min(step, GCR_KEPT - 1u) + 2) * groups_ * columns;
    kernels::GcrDots::run(dots, arguments, w_, z_, partials_);
    kernels::GcrScalarStep::run(lattice, arguments, partials_, scalars_);
    kernels::GcrUpdate::run(lattice, std::size_t(texels_) * columns, arguments, w_, z_, x[kEven], scalars_);
  }
  op_.hop(Parity::odd, split, solution, &odd, -1, {x[kOdd]});
}

double CoarseSolver::residual(int steps) const {
  CoarseField r(op_.lattice(), op_.vectors());
  const std::size_t bytes = texels_ * sizeof(Texels<float>::value_type);
  const gpu::CopiedPiece place[] = {{std::size_t(steps % GCR_KEPT) * bytes, 0, bytes}};
  op_.lattice().stream().copy(z_.memory(), r.memory(), place);
  const Texels<float> texels = fetch<float>(r);
  double sum = 0;
  for (std::size_t n = 0; n < texels_; ++n)
    for (const double part : texels[n]) sum += part * part;
  return std::sqrt(sum);
}

}  // namespace glueball
