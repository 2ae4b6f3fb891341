// The Wilson operator on the CPU: the twin of the device's, and the operator of double-precision restarts.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lattice/configuration.hpp"
#include "reference/spinor_field.hpp"

namespace glueball::reference {

/// Sign a fermion takes on wrapping around x, y, z, t; antiperiodic in t.
using Boundary = std::array<int, kDirections>;
inline constexpr Boundary kAntiperiodicInTime = {1, 1, 1, -1};

/// Floating-point operations of one hop per target site (8 SU(3) times half spinor, projections, sums).
inline constexpr double kHopFlops = 1320.0;

/// H psi(x) = sum_mu [(1 - gamma_mu) U_mu(x) psi(x+mu) + (1 + gamma_mu) U_mu(x-mu)^+ psi(x-mu)] and what is
/// built of it, in double or single precision; DeGrand-Rossi basis, threaded, AVX2 and FMA where the CPU has
/// them. The result does not depend on the number of threads. One object serves one caller at a time (it has
/// scratch). Fields of the wrong size throw Error(usage). No output may be its own input.
template <class Real>
class WilsonOperator {
 public:
  /// Copies the links: later changes of `u` do not show. Throws Error(usage) for signs other than 1 and -1.
  WilsonOperator(const Configuration& u, double kappa, const Boundary& boundary = kAntiperiodicInTime);

  const Geometry& geometry() const { return geometry_; }
  double kappa() const { return kappa_; }

  /// out = H in (H^+ = gamma5 H gamma5 with `dagger`), from the other parity to `target`.
  void hop(Parity target, const HalfField<Real>& in, HalfField<Real>& out, bool dagger = false) const;

  /// Mhat = 1 - kappa^2 H_eo H_oe on the even sites.
  void even_odd(const HalfField<Real>& in, HalfField<Real>& out, bool dagger = false) const;

  /// Mhat^+ Mhat on the even sites.
  void normal(const HalfField<Real>& in, HalfField<Real>& out) const;

  /// M = 1 - kappa H on all sites.
  void full(const FullField<Real>& in, FullField<Real>& out, bool dagger = false) const;

 private:
  Geometry geometry_;
  double kappa_;
  std::array<std::vector<Real>, 2> links_;               // by target parity, see HopArguments
  std::array<std::vector<std::int32_t>, 2> neighbours_;  // by target parity
  mutable HalfField<Real> odd_, even_;
};

extern template class WilsonOperator<double>;
extern template class WilsonOperator<float>;

}  // namespace glueball::reference
