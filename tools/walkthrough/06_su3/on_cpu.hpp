// SU(3) on the CPU in double precision, from the host's matrices (host/lattice/su3.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "cpu/random.hpp"
#include "lattice/su3.hpp"

namespace on_cpu {

using glueball::Complex;
using glueball::Matrix3;

/// Two rows as they lie in memory.
using Stored = std::array<float, 12>;

inline Matrix3 load(const Stored& s) {
  Matrix3 m;
  for (int k = 0; k < 6; ++k)
    m[k / 3][std::size_t(k % 3)] = Complex(s[std::size_t(2 * k)], s[std::size_t(2 * k + 1)]);
  complete_third_row(m);
  return m;
}

inline Matrix3 haar(std::uint32_t i) {
  Stored s;
  for (std::uint32_t draw = 0; draw < 3; ++draw) {
    const auto four = glueball::cpu::gaussians(2006, glueball::Stream(0), 0, i, draw);
    std::copy(four.begin(), four.end(), s.begin() + 4 * draw);
  }
  return reunitarized(load(s));
}

/// The largest of the entries' distances.
inline double distance(const Matrix3& a, const Matrix3& b) {
  double largest = 0;
  for (int i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double d = std::abs(a[i][j] - b[i][j]);
      if (!(d <= largest)) largest = d;
    }
  return largest;
}

}  // namespace on_cpu
