// The rational approximation of CL2QCD's staggered tests.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace glueball::test {

// Poles and zeros of the best rational approximation of degree 8 to 1/sqrt(x) on [1e-5, 1], which CL2QCD
// finds by Remez and Zolotarev knew: 1e-5 sn^2/cn^2 at odd and at even multiples of K/17, for the modulus
// sqrt(1 - 1e-5).
inline constexpr std::array<double, 8> kPoles{
    1.8717321224325722e-6, 2.6303145336871773e-5, 0.00016203754956510666, 0.0008919636304733043,
    0.0048202407361501137, 0.026176799747817709,  0.14890779620546199,    1.12507405401086};
inline constexpr std::array<double, 8> kZeros{
    8.8883038092917153e-6, 6.7155651045980603e-5, 0.00038201766817709157, 0.0020745851809855698,
    0.011211219447023509,  0.061714090510743016,  0.38018266910391097,    5.3426448582843312};

/// The residues c_k of sum over k of c_k / (x + p_k) + c_0 = c_0 prod (x + z_k) / (x + p_k), c_0 such that
/// the largest and the smallest ratio to 1/sqrt(x), which the best approximation reaches at the ends too, are
/// 1 + e and 1 - e.
inline std::array<double, 8> residues() {
  const auto ratio = [](double x) {
    double r = std::sqrt(x);
    for (std::size_t k = 0; k < kPoles.size(); ++k) r *= (x + kZeros[k]) / (x + kPoles[k]);
    return r;
  };
  const double scale = 2 / (ratio(1e-5) + ratio(1.0));
  std::array<double, 8> c;
  for (std::size_t i = 0; i < c.size(); ++i) {
    c[i] = scale * (kZeros[i] - kPoles[i]);
    for (std::size_t k = 0; k < c.size(); ++k)
      if (k != i) c[i] *= (kZeros[k] - kPoles[i]) / (kPoles[k] - kPoles[i]);
  }
  return c;
}

}  // namespace glueball::test
