// A sum of poles in M^+ M on the CPU, computed one pole after the other.
#pragma once

#include <span>

#include "reference/wilson_dslash.hpp"

namespace glueball::reference {

/// Returns sum_i numerators_i (M^+ M + shifts_i)^-1 b on all sites by ordinary conjugate gradients for each
/// pole, to |residual| <= tolerance * |b|. Throws Error(not_converged) after 10000 iterations for one pole.
FullField<double> pole_sum(const WilsonOperator<double>& m, std::span<const double> numerators,
                           std::span<const double> shifts, const FullField<double>& b, double tolerance);

}  // namespace glueball::reference
