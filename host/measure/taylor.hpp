// Taylor coefficients in the chemical potential of staggered quarks, by noise.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "fermion/colour_operator.hpp"
#include "lattice/quark_field.hpp"
#include "measure/condensate.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Traces of products of M^-1 and derivatives of M in the chemical potential mu at 0, e^{mu} being on links
/// forwards in time, e^{-mu} backwards and e^{3 mu} on long ones: of orders 1 and 2 for t_12 = Tr M^-1 M'
/// M^-1 M''. Of one staggered field, four tastes.
struct TaylorTraces {
  Complex t_1, t_2, t_3, t_4, t_11, t_12, t_13, t_22, t_111, t_112, t_1111;

  /// d^n log det M / dmu^n, n = 1 to 4 (Allton et al., hep-lat/0501030, appendix). Those of odd n are
  /// imaginary in the mean over configurations, those of even n real.
  std::array<Complex, 4> derivatives() const;
  TaylorTraces& operator+=(const TaylorTraces& t);
  TaylorTraces& operator*=(double factor);
};

/// sum over eta of eta^+ (...) eta for each of the traces: their estimates by noise, or, over all unit
/// vectors, the traces. Five solves an eta. `solver` and `op` are of one quark; the operator, in any
/// precision, makes the derivatives. Throws as the solver.
TaylorTraces taylor_traces(QuarkSolver<ParityColourField>& solver, const ColourOperator& op,
                           std::span<const FullQuarkField<ParityColourField>> eta);

/// "ACTION:MASS[/MASS ...][:VECTORS[:EPSILON[:BLOCK[:DEFLATE]]]]", as parse_condensate reads it, which names
/// `taylor` in its errors.
///
/// Of each mass Im D_1, Re D_2, Im D_3, Re D_4, D_n = (d^n log det M / dmu^n) / (3 V), mu in lattice units:
/// what the means over vectors of noise of 1 and -1 of the traces give, each M x = b of them solved until
/// |b - M x| / |b| on all sites is at most trace_tolerance, in double. Noise is a function of `seed`, the
/// vector and the global site. Products of D_n, as susceptibilities have them, want noise of their own each.
/// Of several ranks, whose domain has `u`, all have the same numbers. Throws Error(not_converged).
std::vector<std::array<double, 4>> taylor_derivatives(gpu::Device& device, const Configuration& u,
                                                      const CondensateOptions& options,
                                                      const Boundary& boundary, std::uint64_t seed,
                                                      const Domain* domain = nullptr);

}  // namespace glueball
