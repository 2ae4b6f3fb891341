// The best rational approximation of the sign of a number, by Zolotarev's elliptic functions.
#pragma once

#include "rational/rational_function.hpp"

namespace glueball {

/// sgn(x) ~ x r(x^2) for lo <= |x| <= hi, with an odd rational function whose error has the least maximum
/// there.
struct ZolotarevSign {
  RationalFunction inverse_root;  ///< r, without a constant, shifts ascending: ~ 1 / sqrt of x^2
  double lo = 0, hi = 0;
  double error = 0;  ///< the largest of |x r(x^2) - sgn(x)|

  double operator()(double x) const { return x * inverse_root(x * x); }
};

inline constexpr int kMostSignPoles = 200;

/// With so many poles: in x / lo, with c_l = sn^2 / cn^2 of l K / (2 n) at the modulus sqrt(1 - lo^2 / hi^2),
/// D x prod_{l < n} (x^2 + c_2l) / prod_{l <= n} (x^2 + c_(2l - 1)) (J. van den Eshof et al.,
/// hep-lat/0202025). Throws Error(bad_value) for an interval that is none or too wide for numbers, and for
/// less than one pole or more than kMostSignPoles.
ZolotarevSign zolotarev_sign(double lo, double hi, int poles);

/// With the fewest poles that come to this error. Throws Error(bad_value) as that does, and for an error that
/// is none or out of reach in double precision.
ZolotarevSign zolotarev_sign_to(double lo, double hi, double error);

}  // namespace glueball
