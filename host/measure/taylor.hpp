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

/// Traces of products of M^-1 and derivatives of M with respect to the chemical potential mu at 0, of orders
/// 1 and 2 for t_12 = Tr M^-1 M' M^-1 M''. Forward time links have a factor e^{mu}, backward ones e^{-mu},
/// long ones e^{3 mu}. The traces are those of one staggered field with four tastes.
struct TaylorTraces {
  Complex t_1, t_2, t_3, t_4, t_11, t_12, t_13, t_22, t_111, t_112, t_1111;

  /// Returns d^n log det M / dmu^n, n = 1 to 4 (Allton et al., hep-lat/0501030, appendix). In the mean over
  /// configurations they are imaginary for odd n and real for even n.
  std::array<Complex, 4> derivatives() const;
  TaylorTraces& operator+=(const TaylorTraces& t);
  TaylorTraces& operator*=(double factor);
};

/// Returns the sum over eta of eta^+ (...) eta for each trace: estimates by noise, or the traces if eta are
/// all unit vectors. Each eta takes five solves. `solver` and `op` must be of one quark; the operator, in any
/// precision, applies the derivatives. Throws as the solver does.
TaylorTraces taylor_traces(QuarkSolver<ParityColourField>& solver, const ColourOperator& op,
                           std::span<const FullQuarkField<ParityColourField>> eta);

/// Parses "ACTION:MASS[/MASS ...][:VECTORS[:EPSILON[:BLOCK[:DEFLATE]]]]" by parse_condensate, with the name
/// `taylor` in errors.
///
/// Returns for each mass Im D_1, Re D_2, Im D_3, Re D_4 with D_n = (d^n log det M / dmu^n) / (3 V) and mu in
/// lattice units. They are computed from means of the traces over noise vectors of 1 and -1. Each M x = b is
/// solved until |b - M x| / |b| on all sites is at most trace_tolerance, in double. Noise is a function of
/// `seed`, the vector and the global site. Products of D_n, as in susceptibilities, require independent noise
/// for each factor. On several ranks `u` is this rank's part of `domain`, and all have the same numbers.
/// Throws Error(not_converged).
std::vector<std::array<double, 4>> taylor_derivatives(gpu::Device& device, const Configuration& u,
                                                      const CondensateOptions& options,
                                                      const Boundary& boundary, std::uint64_t seed,
                                                      const Domain* domain = nullptr);

}  // namespace glueball
