// The lowest eigenvectors of a quark's matrix, by which solvers are deflated.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lattice/quark_field.hpp"

namespace glueball {

/// Of the matrix A of the even-odd form on the even sites: m^2 - D_eo D_oe of staggered quarks, Mhat^+ Mhat
/// of others. Of a configuration that is split each rank has its part.
struct LowModes {
  double mass = 0;             ///< of staggered quarks, that the values are of: another one shifts them
  std::vector<double> values;  ///< the smallest first
  /// Vector n at the even sites, of length 1, for the boundary that was asked for: phases that are on every
  /// link are not wrapped. One of the two is there, as the quark has it. Called on every rank, in order.
  std::function<ParitySpinorField(std::size_t n)> spinor{};
  std::function<ParityColourField(std::size_t n)> colour{};
  std::string origin{};  ///< where they are from, for errors: a file

  template <class OneParity>
  OneParity vector(std::size_t n) const {
    if constexpr (kComponents<OneParity> == 3)
      return colour(n);
    else
      return spinor(n);
  }
};

}  // namespace glueball
