// Conjugate gradients and BiCGStab in double precision on the CPU: the references for solvers on the device,
// and the baseline for mixed-precision solvers.
#pragma once

#include "cpu/even_odd_operator.hpp"
#include "cpu/wilson_operator.hpp"
#include "lattice/colour_vector.hpp"

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
CgResult conjugate_gradient(const cpu::EvenOddOperator<OneParity>& m, const OneParity& b, OneParity& x,
                            double tolerance, int max_iterations = 10000);

/// Solves M x = b on all sites through the even-odd normal equations; `residual` is |b - M x| / |b|. The
/// tolerance is that of the normal equations; x is output only.
template <class OneParity>
CgResult solve(const cpu::EvenOddOperator<OneParity>& m, const std::array<OneParity, 2>& b,
               std::array<OneParity, 2>& x, double tolerance, int max_iterations = 10000);

/// Solves Mhat x = b on the even sites from the given x, until the iterated residual is below tolerance * |b|
/// (van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631). An iteration costs two applications of Mhat.
/// Throws Error(not_converged) after max_iterations, and if a scalar product in a denominator vanishes, with
/// its name; in both cases x is the last iterate. Throws Error(bad_value) for fields of the wrong size.
template <class OneParity>
CgResult bicgstab(const cpu::EvenOddOperator<OneParity>& m, const OneParity& b, OneParity& x,
                  double tolerance, int max_iterations = 10000);

}  // namespace glueball::reference
