#include "solvers/coarse_solver.hpp"

#include <algorithm>

namespace glueball {
namespace {

/// Texels of a scalar product that a workgroup adds, and the most workgroups of one.
constexpr std::uint32_t kTexels = 1024, kMostGroups = 32;
/// Invocations of a workgroup of Shape::sums that leave their sums to the second pass, on CPU drivers.
constexpr std::uint32_t kApart = 16;

}  // namespace

CoarseSolver::CoarseSolver(const CoarseOperator& op, int steps)
    : op_(op),
      steps_(std::uint32_t(std::clamp(steps, 1, GCR_STEPS))),
      texels_(std::uint32_t(op.lattice().geometry().half_volume()) * op.vectors()),
      groups_(op.lattice().shared_sums() ? std::clamp(texels_ / kTexels, 1u, kMostGroups) : 1),
      results_(op.lattice().shared_sums() ? groups_ : groups_ * kApart),
      inverted_{CoarseField(op.lattice(), op.vectors()), CoarseField(op.lattice(), op.vectors())},
      odd_(op.lattice(), op.vectors()),
      w_(op.lattice(), op.vectors(), steps_),
      z_(op.lattice(), op.vectors(), steps_),
      partials_(op.lattice(), std::size_t(2) * results_ * (steps_ + 1)),
      scalars_(op.lattice()) {}

void CoarseSolver::solve(const FullCoarseField& b, FullCoarseField& x) {
  using Slot = CoarseOperator::Slot;
  constexpr std::size_t kEven = 0, kOdd = 1;
  const DeviceLattice& lattice = op_.lattice();
  for (const Parity parity : kParities)
    op_.invert_own(parity, b[std::size_t(parity)], inverted_[std::size_t(parity)]);
  const Slot even{inverted_[kEven]}, odd{inverted_[kOdd]}, solution{x[kEven]};
  op_.hop(Parity::even, odd, &even, -1, z_);
  for (std::uint32_t step = 0; step < steps_; ++step) {
    const Slot direction{z_, step};
    op_.hop(Parity::odd, direction, nullptr, 1, odd_);
    op_.hop(Parity::even, {odd_}, &direction, -1, w_, step);
    const args::GcrArgs arguments{
        .step = step, .texels = texels_, .count = results_, .more = step + 1 < steps_ ? 1u : 0u};
    Launch dots(lattice);
    dots.groups = (step + 2) * groups_;
    kernels::GcrDots::run(dots, arguments, w_, z_, partials_);
    kernels::GcrScalarStep::run(lattice, arguments, partials_, scalars_);
    kernels::GcrUpdate::run(lattice, texels_, arguments, w_, z_, x[kEven], scalars_);
  }
  op_.hop(Parity::odd, solution, &odd, -1, x[kOdd]);
}

}  // namespace glueball
