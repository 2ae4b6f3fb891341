#include "rational/zolotarev_sign.hpp"

#include <fmt/format.h>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <vector>

#include "base/error.hpp"

namespace glueball {
namespace {

/// 1 - k can be as small as 1e-16 for wide intervals, which double precision cannot represent.
using Digits =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

constexpr double kWidest = 1e8;          ///< largest hi / lo
constexpr double kSignRounding = 1e-15;  ///< rounding of pole sums in double precision

void check_interval(double lo, double hi) {
  if (!(lo > 0) || !(hi > lo) || !std::isfinite(hi) || !(hi / lo <= kWidest))
    throw Error(ErrorKind::bad_value,
                fmt::format("sign function: there is no approximation on [{}, {}]", lo, hi),
                "give an interval with 0 < low < high that is at most 1e8 times as high as low");
}

/// Returns x prod (x^2 + zeros) / prod (x^2 + poles).
Digits product(const Digits& x, const std::vector<Digits>& zeros, const std::vector<Digits>& poles) {
  const Digits y = x * x;
  Digits value = x;
  for (const Digits& z : zeros) value *= y + z;
  for (const Digits& p : poles) value /= y + p;
  return value;
}

}  // namespace

ZolotarevSign zolotarev_sign(double lo, double hi, int poles) {
  check_interval(lo, hi);
  if (poles < 1 || poles > kMostSignPoles)
    throw Error(ErrorKind::bad_value, fmt::format("sign function: {} poles are not possible", poles),
                fmt::format("give 1 to {}", kMostSignPoles));
  const Digits ratio = Digits(lo) / Digits(hi), k = sqrt((1 - ratio) * (1 + ratio));
  const Digits quarter = boost::math::ellint_1(k);
  std::vector<Digits> c, zeros, odd;
  Digits least = 0, most = 0;
  for (int l = 1; l < 2 * poles; ++l) {
    Digits cn, dn;
    const Digits sn = boost::math::jacobi_elliptic(k, Digits(l * quarter / (2 * poles)), &cn, &dn);
    (l % 2 == 1 ? odd : zeros).push_back(sn * sn / (cn * cn));
    if (l == 1) most = 1 / dn;  // the first two extrema of the error are at 1 and here
  }
  least = product(1, zeros, odd);
  most = product(most, zeros, odd);

  ZolotarevSign sign{.lo = lo, .hi = hi, .error = double((most - least) / (most + least))};
  const Digits scale =
      2 / (most + least) * Digits(lo);  // x is divided by lo, so that numerators refer to x^2 / lo^2
  for (int i = 0; i < poles; ++i) {
    Digits numerator = scale;
    for (const Digits& z : zeros) numerator *= z - odd[std::size_t(i)];
    for (int j = 0; j < poles; ++j)
      if (j != i) numerator /= odd[std::size_t(j)] - odd[std::size_t(i)];
    sign.inverse_root.numerators.push_back(double(numerator));
    sign.inverse_root.shifts.push_back(double(odd[std::size_t(i)] * Digits(lo) * Digits(lo)));
  }
  return sign;
}

ZolotarevSign zolotarev_sign_to(double lo, double hi, double error) {
  check_interval(lo, hi);
  if (!(error < 1) || !(error >= kSignRounding))
    throw Error(ErrorKind::bad_value, fmt::format("sign function: an error of {} is not possible", error),
                "give one between 1e-15 and 1");
  // The error decreases as exp(-pi^2 n / log(4 hi / lo)), so that few orders are tried in vain.
  int poles = std::max(1, int(-std::log(error) * std::log(4 * hi / lo) / 9.8696) - 1);
  for (; poles > 1 && zolotarev_sign(lo, hi, poles).error <= error;) --poles;
  for (; poles <= kMostSignPoles; ++poles)
    if (ZolotarevSign sign = zolotarev_sign(lo, hi, poles); sign.error <= error) return sign;
  throw Error(ErrorKind::bad_value,
              fmt::format("sign function: an error of {:g} on [{}, {}] is not possible", error, lo, hi),
              "give a larger error, or a narrower interval");
}

}  // namespace glueball
