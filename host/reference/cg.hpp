// Conjugate gradients in double precision on the CPU: the reference for solvers on the device, and the
// baseline for mixed-precision solvers.
#pragma once

#include "lattice/colour_vector.hpp"
#include "reference/even_odd_operator.hpp"
#include "reference/wilson_dslash.hpp"

namespace glueball::reference {

struct CgResult {
  int iterations = 0;
  double residual = 0.0;  ///< |b - A x| / |b|, computed from x at the end
};

/// Solves A x = b on the even sites from the given x, until the iterated residual is below tolerance * |b|. A
/// is m.normal, which is Mhat^+ Mhat for Wilson quarks. `OneParity` is ParitySpinorField or
/// ParityColourField. Throws Error(not_converged) after max_iterations, Error(bad_value) for fields of the
/// wrong size.
template <class OneParity>
CgResult conjugate_gradient(const EvenOddOperator<OneParity>& m, const OneParity& b, OneParity& x,
                            double tolerance, int max_iterations = 10000);

/// Solves M x = b on all sites through the even-odd normal equations; `residual` is |b - M x| / |b|. The
/// tolerance is that of the normal equations; x is output only.
template <class OneParity>
CgResult solve(const EvenOddOperator<OneParity>& m, const std::array<OneParity, 2>& b,
               std::array<OneParity, 2>& x, double tolerance, int max_iterations = 10000);

}  // namespace glueball::reference
