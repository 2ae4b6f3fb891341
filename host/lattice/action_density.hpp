// Field strength from clovers, action density and topological charge.
#pragma once

#include <string_view>
#include <vector>

namespace glueball {

/// How F_mu_nu(x) is made of clovers C_m: the mean over the four m x m loops of the plane that meet at x.
///
/// The flux through the square of side 2m around x is m^2 [F + m^2/6 (d_mu^2 + d_nu^2) F + m^4 (d_mu^4 +
/// d_nu^4)/120 F + m^4/36 d_mu^2 d_nu^2 F + ...]: weights w_m with sum w_m m^2 = 1 and sum w_m m^4 = 0 (and
/// sum w_m m^6 = 0) leave errors of O(a^4) (O(a^6)) at tree level. Bilson-Thompson, Leinweber, Williams,
/// hep-lat/0203008, have the same by other means.
enum class FieldStrength {
  clover,     ///< C_1
  improved2,  ///< 4/3 C_1 - 1/12 C_2
  improved4,  ///< 3/2 C_1 - 3/20 C_2 + 1/90 C_3
};

/// Weights of C_1, C_2, C_3.
std::vector<double> clover_weights(FieldStrength kind);
/// How many sites away its loops reach.
inline int layers(FieldStrength kind) { return 1 + int(kind); }
/// "clover", "improved2", "improved4"; throws Error(bad_value) for other words.
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
