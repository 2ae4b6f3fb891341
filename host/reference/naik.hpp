// Staggered quarks with a Naik term on the CPU, in double precision.
#pragma once

#include "lattice/hop_coefficients.hpp"
#include "reference/staggered.hpp"

namespace glueball::reference {

/// Returns L_mu(x) = U_mu(x) U_mu(x+mu) U_mu(x+2mu).
Configuration long_links(const Configuration& u);

/// M = m + D, D chi(x) = sum_mu eta_mu(x) {one/2 [U_mu(x) chi(x+mu) - U_mu(x-mu)^+ chi(x-mu)] + three/2
/// [L_mu(x) chi(x+3mu) - L_mu(x-3mu)^+ chi(x-3mu)]} (S. Naik, Nucl. Phys. B316 (1989) 238). The factors of
/// the boundary are in every link, those of three links in L.
class NaikOperator : public StaggeredOperator {
 public:
  /// Copies the links. Throws Error(bad_value) as Boundary::check does.
  NaikOperator(const Configuration& u, double mass, const Boundary& boundary = kAntiperiodicInTime,
               const HopCoefficients& c = {})
      : NaikOperator(u, long_links(u), mass, boundary, c) {}
  /// Takes any links instead of U and L.
  NaikOperator(const Configuration& u, const Configuration& l, double mass, const Boundary& boundary,
               const HopCoefficients& c)
      : StaggeredOperator({{u, 1, c.one}, {l, 3, c.three}}, mass, boundary) {}
};

}  // namespace glueball::reference
