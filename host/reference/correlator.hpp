// Correlators of site fields as functions of distance, in double precision on the CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/su3.hpp"

namespace glueball::reference {

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

/// Gathers sums over x, one for each displacement of the box in lexicographic order, by distance.
Correlator by_distance(const Site& extents, const std::vector<Complex>& sums);

/// Of fields in lexicographic order over the box: mean of combine(x, y), two lexicographic site numbers, over
/// the pairs.
Correlator correlator(const Site& extents, const std::function<Complex(std::size_t, std::size_t)>& combine);
/// Of matrix fields.
Correlator correlator(const Site& extents, const std::vector<Matrix3>& a, const std::vector<Matrix3>& b,
                      Combination combination);

}  // namespace glueball::reference
