#include "kernels/hop_boundary.hpp"

namespace glueball {
namespace {

const Boundary& checked(const Boundary& boundary) {
  boundary.check();
  return boundary;
}

}  // namespace

HopBoundary::HopBoundary(const Geometry& geometry, const Boundary& boundary)
    : wrapped(checked(boundary).wrapped(geometry)) {
  for (int mu = 0; mu < kDirections; ++mu) {
    if (wrapped.sign[std::size_t(mu)] < 0) flags |= DeviceLattice::kNegativeX << mu;
    phase_[std::size_t(mu)] = wrapped.wrapping_factor(mu);
  }
  if (!wrapped.signs_only()) flags |= kPhases;
}

}  // namespace glueball
