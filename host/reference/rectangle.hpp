// The 2 x 1 rectangles in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Averages of Re Tr R / 3 over the six rectangles a site has in spatial planes and the six in planes with
/// time; 1 on a cold start. Every plane has two: long in one direction and long in the other.
struct Rectangles {
  double spatial = 0.0;
  double temporal = 0.0;
  double average() const { return 0.5 * (spatial + temporal); }
  /// The sum over all 12 V rectangles of Re Tr R / 3, as CL2QCD quotes it.
  double sum(const Geometry& geometry) const { return 12.0 * double(geometry.volume()) * average(); }
};

/// Re Tr of the rectangle at s, two links long in mu and one in nu.
double rectangle_trace(const Configuration& u, const Site& s, int mu, int nu);

Rectangles rectangle(const Configuration& u);

}  // namespace glueball::reference
