// Correlators of site fields as functions of distance, in double precision on the CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lattice/correlator.hpp"
#include "lattice/geometry.hpp"
#include "lattice/su3.hpp"

namespace glueball::reference {

/// Gathers sums over x, one for each displacement of the box in lexicographic order, by distance.
Correlator by_distance(const Site& extents, const std::vector<Complex>& sums);

/// Of fields in lexicographic order over the box: mean of combine(x, y), two lexicographic site numbers, over
/// the pairs.
Correlator correlator(const Site& extents, const std::function<Complex(std::size_t, std::size_t)>& combine);
/// Of matrix fields.
Correlator correlator(const Site& extents, const std::vector<Matrix3>& a, const std::vector<Matrix3>& b,
                      Combination combination);

}  // namespace glueball::reference
