// How far a result may be from its twin, by precision: the one table of all tests.
#pragma once

namespace glueball::test {

/// Relative errors allowed of a kernel in single precision against its twin in double.
struct Tolerance {
  double field;    ///< |a - b| / |b| over a whole field
  double entry;    ///< of one number, against the largest of its kind
  double average;  ///< of an average over the lattice (a plaquette)
  double force;    ///< a force against the finite difference of its action
};

inline constexpr Tolerance kSingle{.field = 1e-6, .entry = 2e-6, .average = 1e-6, .force = 1e-3};

}  // namespace glueball::test
