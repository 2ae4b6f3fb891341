// The gauges to which links can be fixed.
#pragma once

#include <cstdint>

namespace glueball {

/// Theta, by all its measures.
struct Divergence {
  double mean = 0, largest = 0;  ///< over all sites
  double worst_slice = 0;        ///< the largest mean over a time slice
};

/// The functional of the transformed links U' that each gauge maximises; shaders/lib/gauge_fixing.glsl shares
/// the numbers.
enum class Gauge : std::uint32_t {
  landau = 0,             ///< sum of Re Tr U'_mu over all four directions
  coulomb = 1,            ///< the same over the three spatial directions, time slice by time slice
  maximally_abelian = 2,  ///< sum over colours a of |U'_aa|^2
  residual = 3,  ///< Landau's under diagonal transformations, which the maximally Abelian gauge leaves free
  centre = 4,    ///< sum of |Tr U'|^2: the direct maximal centre gauge
};

/// Returns the number of directions whose links enter the functional.
constexpr int directions(Gauge gauge) { return gauge == Gauge::coulomb ? 3 : 4; }

}  // namespace glueball
