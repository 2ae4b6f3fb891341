// A table of planar Wilson loops.
#pragma once

#include <cstddef>
#include <vector>

namespace glueball {

/// W(r, t) = Re Tr / 3 of the loops of r links along a spatial direction and t links along time, averaged
/// over the sites and the three directions; 1 <= r <= max_r, 1 <= t <= max_t. W(1, 1) is the temporal
/// plaquette.
struct WilsonLoops {
  WilsonLoops(int r, int t) : max_r(r), max_t(t), values(std::size_t(r) * std::size_t(t)) {}
  double& at(int r, int t) { return values[std::size_t(r - 1) * std::size_t(max_t) + std::size_t(t - 1)]; }
  double at(int r, int t) const {
    return values[std::size_t(r - 1) * std::size_t(max_t) + std::size_t(t - 1)];
  }

  int max_r, max_t;
  std::vector<double> values;  ///< t fastest
};

}  // namespace glueball
