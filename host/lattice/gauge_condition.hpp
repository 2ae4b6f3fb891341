// The gauges that links can be fixed to.
#pragma once

#include <cstdint>

namespace glueball {

/// By what the transformed links U' maximise; see shaders/lib/gauge_fixing.glsl, which shares the numbers.
enum class Gauge : std::uint32_t {
  landau = 0,             ///< sum of Re Tr U'_mu over all four directions
  coulomb = 1,            ///< the same over the three spatial ones: time slice by time slice
  maximally_abelian = 2,  ///< sum over colours a of |U'_aa|^2
  residual = 3,  ///< Landau's under diagonal transformations: what the maximally Abelian gauge leaves free
  centre = 4,    ///< sum of |Tr U'|^2: the direct maximal centre gauge
};

/// Directions whose links take part.
constexpr int directions(Gauge gauge) { return gauge == Gauge::coulomb ? 3 : 4; }

}  // namespace glueball
