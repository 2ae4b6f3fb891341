// The inverse Laplacian of eight real numbers a site, on a device.
#pragma once

#include "kernels/fix.hpp"

namespace glueball {

/// By Hartley transforms: as by Fourier's, whose momenta p^2 = sum 4 sin^2(p_mu / 2) it has. Of the whole
/// lattice, or of each time slice.
class PoissonSolver {
 public:
  /// `dimensions`: 4, or 3 for time slices. Throws Error(bad_value) for a lattice that is split.
  PoissonSolver(const DeviceLattice& lattice, int dimensions);

  /// What it starts from.
  AlgebraField& source() { return source_; }
  /// factor * (-Laplacian)^-1 of the source, without its mean. Returns when it is queued.
  const AlgebraField& solve(double factor);

 private:
  void transform(const AlgebraField& from, int mu, double factor);

  const DeviceLattice& lattice_;
  int dimensions_;
  AlgebraField source_, a_, b_;  ///< the latter by turns
  bool in_b_ = false;            ///< where the field is
  CasTable cas_;
};

}  // namespace glueball
