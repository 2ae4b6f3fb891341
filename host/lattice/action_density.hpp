// Field strength from clovers, action density and topological charge.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glueball {

/// How F_mu_nu(x) is made of clovers C_mn: the mean over the four m x n loops of the plane that meet at x, of
/// both orientations where m and n differ.
///
/// The flux through the rectangle of sides 2m and 2n around x is 4 m n [F + (m^2 d_mu^2 + n^2 d_nu^2) F / 6 +
/// (m^4 d_mu^4 + n^4 d_nu^4) F / 120 + m^2 n^2 d_mu^2 d_nu^2 F / 36 + ...]: weights w_mn with sum w m n = 1
/// and sum w m n (m^2 + n^2) = 0 leave errors of O(a^4) at tree level, with the sums over m^4 + n^4 and m^2
/// n^2 zero too those of O(a^6). Bilson-Thompson, Leinweber, Williams, hep-lat/0203008, have the family of
/// the last kind: improved4 and rectangles4 are its members k5 = 1/90 and k5 = 0. They differ on rough
/// fields.
enum class FieldStrength {
  clover,       ///< C_11
  improved2,    ///< 4/3 C_11 - 1/12 C_22
  improved4,    ///< 3/2 C_11 - 3/20 C_22 + 1/90 C_33
  rectangles2,  ///< 5/3 C_11 - 1/3 C_12; SIMULATeQCD's "imp"
  rectangles4,  ///< 19/9 C_11 + 1/36 C_22 - 32/45 C_12 + 1/15 C_13; SIMULATeQCD's "imp_imp"
};

/// A clover's share of the field strength.
struct CloverWeight {
  int m, n;  ///< sides of its loops, in links; m <= n
  int numerator, denominator;
};

/// C_11 first.
std::span<const CloverWeight> clover_weights(FieldStrength kind);
/// How many sites away its loops reach.
int layers(FieldStrength kind);
/// All of them as words, in the order of the enumeration.
const std::vector<std::string>& field_strength_names();
/// Throws Error(bad_value) for other words.
FieldStrength field_strength_of(std::string_view word);

/// Averages over the lattice and, for the charge, the sum over it.
struct ActionDensity {
  double temporal = 0.0;   ///< sum over the three planes with t of tr F F
  double spatial = 0.0;    ///< sum over the three planes without
  double plaquette = 0.0;  ///< 2 sum over the six planes of Re tr(1 - P): the same in the continuum
  double charge = 0.0;     ///< -1/(4 pi^2) sum of tr(F_xy F_zt + F_yz F_xt - F_xz F_yt)
  /// E = sum_{mu<nu} tr F F = F^a F^a / 4 per site (Luescher, arXiv:1006.4518).
  double energy() const { return temporal + spatial; }
};

}  // namespace glueball
