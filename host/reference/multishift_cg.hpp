// Multi-shift conjugate gradients, where several masses take the iterations of one, and sums of poles, in
// double precision on the CPU.
#pragma once

#include <span>
#include <vector>

#include "cpu/even_odd_operator.hpp"
#include "cpu/spinor_field.hpp"
#include "cpu/wilson_operator.hpp"
#include "lattice/colour_vector.hpp"

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
MultishiftResult multishift_cg(const cpu::EvenOddOperator<OneParity>& m, const OneParity& b,
                               std::span<const double> shifts, std::vector<OneParity>& x, double tolerance,
                               int max_iterations = 10000);

/// Returns sum_i numerators_i (M^+ M + shifts_i)^-1 b on all sites by ordinary conjugate gradients for each
/// pole, to |residual| <= tolerance * |b|. Throws Error(not_converged) after 10000 iterations for one pole.
cpu::FullField<double> pole_sum(const cpu::WilsonOperator<double>& m, std::span<const double> numerators,
                                std::span<const double> shifts, const cpu::FullField<double>& b,
                                double tolerance);

}  // namespace glueball::reference
