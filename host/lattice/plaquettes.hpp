// Averages of loops of four and six links.
#pragma once

#include "lattice/geometry.hpp"

namespace glueball {

/// Averages of Re Tr P / 3 over the three spatial and over the three temporal planes; 1 on a cold start.
struct Plaquettes {
  double spatial = 0.0;
  double temporal = 0.0;
  double average() const { return 0.5 * (spatial + temporal); }
};

/// Averages of Re Tr R / 3 over a site's six rectangles in spatial planes and six in planes with time; 1 on a
/// cold start. Every plane has two: one long in each direction.
struct Rectangles {
  double spatial = 0.0;
  double temporal = 0.0;
  double average() const { return 0.5 * (spatial + temporal); }
  /// Returns the sum over all 12 V rectangles of Re Tr R / 3, as CL2QCD quotes it.
  double sum(const Geometry& geometry) const { return 12.0 * double(geometry.volume()) * average(); }
};

/// Averages of Re Tr / 3 over the loops of six links mu nu rho -mu -nu -rho; 1 on a cold start. A site has
/// four spatial ones and twelve with time.
struct Parallelograms {
  double spatial = 0.0;
  double temporal = 0.0;
  double average() const { return 0.25 * spatial + 0.75 * temporal; }
};

}  // namespace glueball
