// Fat links and highly improved staggered quarks (HISQ) on the CPU, in double precision.
#pragma once

#include <cstddef>

#include "cpu/staggered.hpp"
#include "lattice/configuration.hpp"
#include "lattice/fat_links.hpp"

namespace glueball::cpu {

/// The levels of HISQ links of U (Follana et al., hep-lat/0610092; Bazavov et al., 1004.0342).
struct HisqLinks {
  Configuration v;  ///< fat7 links of U
  Configuration w;  ///< V projected to U(3)
  Configuration x;  ///< fat links of W, with Lepage's term
  Configuration n;  ///< long links of W
  std::size_t by_singular_values =
      0;  ///< number of links W computed by singular values, because the Cayley-Hamilton form was inexact
};
/// Throws Error(not_converged) as require_projections does.
HisqLinks hisq_links(const Configuration& u, double epsilon);

/// The links in hops: X and N, without the boundary's factors.
struct HopLinks {
  Configuration near, long_links;
};
HopLinks hisq_hop_links(const Configuration& u, double epsilon);

/// M = m + D with the hops of NaikOperator over links X (one: 1) and N (three: -(1 + epsilon)/24). The
/// factors of the boundary are in X, and cubed in N.
class HisqOperator : public NaikOperator {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  HisqOperator(const Configuration& u, double mass, double epsilon,
               const Boundary& boundary = kAntiperiodicInTime)
      : HisqOperator(hisq_hop_links(u, epsilon), mass, epsilon, boundary) {}
  HisqOperator(const HopLinks& links, double mass, double epsilon, const Boundary& boundary)
      : NaikOperator(links.near, links.long_links, mass, boundary, hisq_hops(epsilon)) {}
};

/// Returns fat links of any matrices: a path forth and back need not be the unit matrix. Staples within
/// staples are computed, so that paths share common parts.
Configuration fat_links(const Configuration& u, const FatLinkWeights& w);

}  // namespace glueball::cpu
