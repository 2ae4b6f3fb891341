// Field strength from clovers, action density and topological charge.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glueball {

/// The definition of F_mu_nu(x) from clovers C_mn. C_mn is the mean over the four m x n loops of the plane
/// that meet at x, of both orientations if m and n differ.
///
/// The flux through the rectangle of sides 2m and 2n around x is 4 m n [F + (m^2 d_mu^2 + n^2 d_nu^2) F / 6 +
/// (m^4 d_mu^4 + n^4 d_nu^4) F / 120 + m^2 n^2 d_mu^2 d_nu^2 F / 36 + ...]. Weights w_mn with sum w m n = 1
/// and sum w m n (m^2 + n^2) = 0 have errors of O(a^4) at tree level. If the sums over m^4 + n^4 and m^2 n^2
/// vanish too, the errors are O(a^6). Bilson-Thompson, Leinweber, Williams, hep-lat/0203008, give the family
/// of the last kind. improved4 and rectangles4 are its members k5 = 1/90 and k5 = 0, which differ on rough
/// fields.
enum class FieldStrength {
  clover,       ///< C_11
  improved2,    ///< 4/3 C_11 - 1/12 C_22
  improved4,    ///< 3/2 C_11 - 3/20 C_22 + 1/90 C_33
  rectangles2,  ///< 5/3 C_11 - 1/3 C_12; SIMULATeQCD's "imp"
  rectangles4,  ///< 19/9 C_11 + 1/36 C_22 - 32/45 C_12 + 1/15 C_13; SIMULATeQCD's "imp_imp"
};

/// The weight of a clover in the field strength.
struct CloverWeight {
  int m, n;  ///< sides of its loops, in links; m <= n
  int numerator, denominator;
};

/// Returns the weights, C_11 first.
std::span<const CloverWeight> clover_weights(FieldStrength kind);
/// Returns how many sites away the loops reach.
int layers(FieldStrength kind);
/// Returns the names of all kinds, in the order of the enumeration.
const std::vector<std::string>& field_strength_names();
/// Returns the kind of that name. Throws Error(bad_value) for other words.
FieldStrength field_strength_of(std::string_view word);

/// Averages over the lattice; the charge is the sum over it.
struct ActionDensity {
  double temporal = 0.0;   ///< sum over the three planes with t of tr F F
  double spatial = 0.0;    ///< sum over the three planes without t
  double plaquette = 0.0;  ///< 2 sum over the six planes of Re tr(1 - P), which has the same continuum limit
  double charge = 0.0;     ///< -1/(4 pi^2) sum of tr(F_xy F_zt + F_yz F_xt - F_xz F_yt)
  /// Returns E = sum_{mu<nu} tr F F = F^a F^a / 4 per site (Luescher, arXiv:1006.4518).
  double energy() const { return temporal + spatial; }
};

}  // namespace glueball
