// Correlators of site fields as functions of distance.
#pragma once

#include <cstdint>
#include <vector>

#include "lattice/su3.hpp"

namespace glueball {

/// What a correlator makes of the matrices at two sites; the numbers are those of shaders/lib/combine.glsl.
enum class Combination : std::uint32_t {
  average = 1,  ///< conj(Tr A / 3) Tr B / 3
  singlet = 2,  ///< Tr(A^+ B) / 3
  octet = 3,    ///< [conj(Tr A) Tr B - Tr(A^+ B) / 3] / 8, so that 9 average = singlet + 8 octet
};

/// C at the squared distances r2 that occur between sites of a periodic box, in ascending order; each the
/// mean over all sites x and over the `vectors` displacements of that length (shortest way round).
struct Correlator {
  std::vector<int> r2;
  std::vector<int> vectors;
  std::vector<Complex> values;
};

}  // namespace glueball
