// Half-lattice Wilson spinors in single or double precision, as the CPU's Wilson operator takes them.
#pragma once

#include <array>
#include <complex>
#include <type_traits>
#include <vector>

#include "lattice/spinor.hpp"

namespace glueball::cpu {

/// A spinor in single precision, with the layout and basis of Spinor.
struct SpinorF {
  std::array<std::array<std::complex<float>, 3>, 4> s{};
  std::array<std::complex<float>, 3>& operator[](int spin) { return s[spin]; }
  const std::array<std::complex<float>, 3>& operator[](int spin) const { return s[spin]; }
};

/// A field on one parity in checkerboard order; ParitySpinorField in double precision.
template <class Real>
using ParityField = std::vector<std::conditional_t<std::is_same_v<Real, double>, Spinor, SpinorF>>;

/// Fields on both parities, indexed by int(Parity).
template <class Real>
using FullField = std::array<ParityField<Real>, 2>;

}  // namespace glueball::cpu
