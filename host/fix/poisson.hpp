// The inverse Laplacian of eight real numbers a site on a device.
#pragma once

#include "kernels/fix.hpp"

namespace glueball {

/// Solves by Hartley transforms, with the same momenta p^2 = sum 4 sin^2(p_mu / 2) as Fourier transforms. It
/// acts on the whole lattice or on each time slice.
class PoissonSolver {
 public:
  /// `dimensions` is 4, or 3 for time slices. Throws Error(bad_value) for a split lattice.
  PoissonSolver(const DeviceLattice& lattice, int dimensions);

  /// Returns the field that holds the source.
  AlgebraField& source() { return source_; }
  /// Returns factor * (-Laplacian)^-1 of the source without its mean, when the work is queued.
  const AlgebraField& solve(double factor);

 private:
  void transform(const AlgebraField& from, int mu, double factor);

  const DeviceLattice& lattice_;
  int dimensions_;
  AlgebraField source_, a_, b_;  ///< a_ and b_ alternate
  bool in_b_ = false;            ///< true if the field is in b_
  CasTable cas_;
};

}  // namespace glueball
