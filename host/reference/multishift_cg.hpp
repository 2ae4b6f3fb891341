// Multi-shift conjugate gradients in double precision on the CPU: several masses take the iterations of one.
#pragma once

#include <span>
#include <vector>

#include "lattice/colour_vector.hpp"
#include "reference/even_odd_operator.hpp"
#include "reference/spinor_field.hpp"

namespace glueball::reference {

struct MultishiftResult {
  int iterations = 0;
  std::vector<double> residuals;  ///< |b - (A + shift) x| / |b| for each shift, computed from x at the end
};

/// Solves (A + shift_i) x_i = b on the even sites with A = m.normal for all shifts at once from x = 0
/// (Jegerlehner, hep-lat/9612014). Every shift is iterated until its own residual is below tolerance * |b|.
/// Shifts must not be negative, and need not be sorted. Throws Error(not_converged) after max_iterations,
/// Error(bad_value) for no or negative shifts and for fields of the wrong size.
template <class OneParity>
MultishiftResult multishift_cg(const EvenOddOperator<OneParity>& m, const OneParity& b,
                               std::span<const double> shifts, std::vector<OneParity>& x, double tolerance,
                               int max_iterations = 10000);

}  // namespace glueball::reference
