// The lowest eigenvectors of a quark's matrix, for the deflation of solvers.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lattice/quark_field.hpp"

namespace glueball {

/// Low modes of the matrix A of the even-odd form on the even sites: m^2 - D_eo D_oe for staggered quarks,
/// Mhat^+ Mhat for others. On a split lattice each rank has its part.
struct LowModes {
  double mass = 0;             ///< mass of staggered quarks for these values; another mass shifts them
  std::vector<double> values;  ///< eigenvalues in ascending order
  /// Return vector n on the even sites, of length 1, for the boundary that was asked for: phases on every
  /// link are not wrapped. One of the two functions is set, by the quark's field. All ranks call it, in
  /// order.
  std::function<ParitySpinorField(std::size_t n)> spinor{};
  std::function<ParityColourField(std::size_t n)> colour{};
  std::string origin{};  ///< the file, for errors

  template <class OneParity>
  OneParity vector(std::size_t n) const {
    if constexpr (kComponents<OneParity> == 3)
      return colour(n);
    else
      return spinor(n);
  }
};

}  // namespace glueball
