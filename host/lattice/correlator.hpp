// Correlators of site fields as functions of distance.
#pragma once

#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// Functions of the matrices at two sites.
enum class Combination {
  average,  ///< conj(Tr A / 3) Tr B / 3
  singlet,  ///< Tr(A^+ B) / 3
  octet,    ///< [conj(Tr A) Tr B - Tr(A^+ B) / 3] / 8, so that 9 average = singlet + 8 octet
};

/// C at the squared distances r2 that occur between sites of a periodic box, in ascending order. Each value
/// is the mean over all sites x and over the `vectors` displacements of that length (shortest way round).
struct Correlator {
  std::vector<int> r2;
  std::vector<int> vectors;
  std::vector<Complex> values;
};

/// Collects sums over x by distance. There is one sum for each displacement of the box, in lexicographic
/// order.
Correlator by_distance(const Site& extents, const std::vector<Complex>& sums);

}  // namespace glueball
