// Path weights of fat links, and those of improved staggered quarks.
#pragma once

#include <cstddef>

namespace glueball {

/// D = sum_mu eta_mu {one / 2 [hops over a link] + three / 2 [hops over three]}. The defaults are those of
/// Naik, Nucl. Phys. B316 (1989) 238: one sin p + three sin 3p = p - 3 p^5 / 40 + ..., without a term in p^3.
struct HopCoefficients {
  double one = 9.0 / 8, three = -1.0 / 24;
};

/// A fat link along mu is a weighted sum of paths from x to x + mu. Paths of one, three, five and seven links
/// step aside along one, two or three different directions, of either sign (6, 24 and 48 paths). Lepage's six
/// paths of five links step aside twice along one direction (hep-lat/9809157).
struct FatLinkWeights {
  double one = 1, three = 0, five = 0, seven = 0, lepage = 0;

  /// Returns a bound of the entries of a fat link of unitary links.
  double bound() const;
};

/// Weights of the first level of HISQ; unit links give 1 (Follana et al., hep-lat/0610092).
inline constexpr FatLinkWeights kFat7{1.0 / 8, 1.0 / 16, 1.0 / 64, 1.0 / 384, 0};

/// Returns the weights of the second level of HISQ, for projected links, with the correction epsilon of
/// Naik's term. Unit links give 9/8 + epsilon/8.
FatLinkWeights hisq_weights(double epsilon);
/// Returns the hop coefficients of HISQ: 1 for fat links, -(1 + epsilon)/24 for long ones.
HopCoefficients hisq_hops(double epsilon);

/// Throws Error(not_converged) if V has no unique projection to U(3) for `undetermined` of `links` links,
/// above 0: there two of V's singular values are 0 up to rounding.
void require_projections(std::size_t undetermined, std::size_t links);

/// Return the weights and hop coefficients of asqtad quarks with the mean link u0 (Orginos, Toussaint and
/// Sugar, hep-lat/9903032). Unit links give 9/8 at u0 = 1.
FatLinkWeights asqtad_weights(double u0);
HopCoefficients asqtad_hops(double u0);

/// Lower bound of squared singular values in the derivative of links projected to U(3)
/// (reference::filtered_part); it keeps the force finite. The value is MILC's and SIMULATeQCD's. Energies do
/// not use it.
inline constexpr double kHisqForceFilter = 5e-5;

}  // namespace glueball
