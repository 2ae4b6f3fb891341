// The best rational approximation of the sign function, by Zolotarev's elliptic functions.
#pragma once

#include "rational/rational_function.hpp"

namespace glueball {

/// sgn(x) ~ x r(x^2) for lo <= |x| <= hi: the odd rational function with the least maximal error there.
struct ZolotarevSign {
  RationalFunction inverse_root;  ///< r ~ 1 / sqrt(x^2), without a constant, with ascending shifts
  double lo = 0, hi = 0;
  double error = 0;  ///< largest |x r(x^2) - sgn(x)|

  double operator()(double x) const { return x * inverse_root(x * x); }
};

inline constexpr int kMostSignPoles = 200;

/// Returns the approximation with `poles` poles. In x / lo, with c_l = sn^2 / cn^2 of l K / (2 n) at the
/// modulus sqrt(1 - lo^2 / hi^2), it is D x prod_{l < n} (x^2 + c_2l) / prod_{l <= n} (x^2 + c_(2l - 1)) (J.
/// van den Eshof et al., hep-lat/0202025). Throws Error(bad_value) for an interval that is empty or too wide
/// for double precision, and for fewer poles than one or more than kMostSignPoles.
ZolotarevSign zolotarev_sign(double lo, double hi, int poles);

/// Returns the approximation with the fewest poles for this error. Throws Error(bad_value) as above, and for
/// an error that is invalid or not possible in double precision.
ZolotarevSign zolotarev_sign_to(double lo, double hi, double error);

}  // namespace glueball
