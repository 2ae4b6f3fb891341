// How far a result may be from its reference, by precision: the one table of all tests.
#pragma once

#include "field/device_lattice.hpp"

namespace glueball::test {

/// These are the relative errors allowed of a kernel against its reference in double.
struct Tolerance {
  double field;    ///< |a - b| / |b| over a whole field
  double entry;    ///< of one number, against the largest of its kind
  double average;  ///< of an average over the lattice (a plaquette)
  double force;    ///< a force against the finite difference of its action
};

inline constexpr Tolerance kHalf{.field = 5e-3, .entry = 5e-3, .average = 1e-3, .force = 1e-1};
inline constexpr Tolerance kSingle{.field = 1e-6, .entry = 2e-6, .average = 1e-6, .force = 1e-3};
inline constexpr Tolerance kDouble{.field = 1e-14, .entry = 2e-14, .average = 1e-14, .force = 1e-6};

/// Returns the tolerance for the precision of the lattice's fields.
inline const Tolerance& tolerance(const DeviceLattice& lattice) {
  const gpu::Precision p = lattice.precision();
  return p == gpu::Precision::half ? kHalf : p == gpu::Precision::single ? kSingle : kDouble;
}

}  // namespace glueball::test
