// Weights of the paths that fat links are made of, and those of improved staggered quarks.
#pragma once

#include "lattice/hop_coefficients.hpp"

namespace glueball {

/// A fat link along mu is the sum of all paths from x to x + mu of one, three, five and seven links whose
/// steps aside go along one, two or three directions, no two alike, of either sign (6, 24 and 48 of them),
/// and of Lepage's six paths of five links with two steps aside along one direction (hep-lat/9809157), each
/// times its weight.
struct FatLinkWeights {
  double one = 1, three = 0, five = 0, seven = 0, lepage = 0;

  /// No entry of a fat link of unitary links is larger.
  double bound() const;
};

/// The first level of HISQ: unit links give 1 (Follana et al., hep-lat/0610092).
inline constexpr FatLinkWeights kFat7{1.0 / 8, 1.0 / 16, 1.0 / 64, 1.0 / 384, 0};

/// The second level of HISQ, of links that are unitary again, with the correction epsilon of Naik's term.
/// Unit links give 9/8 + epsilon/8.
FatLinkWeights hisq_weights(double epsilon);
/// The hops of HISQ: over fat links as they are, over long ones -(1 + epsilon)/24.
HopCoefficients hisq_hops(double epsilon);

/// Those of asqtad quarks with the mean link u0 (Orginos, Toussaint and Sugar, hep-lat/9903032): unit links
/// give 9/8 at u0 = 1.
FatLinkWeights asqtad_weights(double u0);
HopCoefficients asqtad_hops(double u0);

/// In the derivative of links brought back to U(3), squares of singular values near and below this are kept
/// from 0 (reference::filtered_part): the force stays finite. The size is MILC's and SIMULATeQCD's. Energies
/// know nothing of it.
inline constexpr double kHisqForceFilter = 5e-5;

}  // namespace glueball
