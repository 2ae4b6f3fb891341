// Conjugate gradients in double precision on the CPU: an oracle, and the yardstick of the mixed solvers.
#pragma once

#include "reference/wilson_dslash.hpp"

namespace glueball::reference {

struct CgResult {
  int iterations = 0;
  double residual = 0.0;  ///< |b - A x| / |b|, recomputed from x at the end
};

/// Solves Mhat^+ Mhat x = b on the even sites, starting from the given x, until the iterated residual is
/// below tolerance * |b|. Throws Error(not_converged) after max_iterations, Error(usage) for fields of the
/// wrong size.
CgResult conjugate_gradient(const WilsonOperator<double>& m, const HalfSpinorField& b, HalfSpinorField& x,
                            double tolerance, int max_iterations = 10000);

/// Solves M x = b on all sites through the even-odd normal equations; `residual` is |b - M x| / |b|. The
/// tolerance is that of the normal equations; x is output only.
CgResult solve(const WilsonOperator<double>& m, const FullField<double>& b, FullField<double>& x,
               double tolerance, int max_iterations = 10000);

}  // namespace glueball::reference
