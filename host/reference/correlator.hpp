// Correlators of site fields as functions of distance, in double precision on the CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lattice/correlator.hpp"
#include "lattice/geometry.hpp"
#include "lattice/su3.hpp"

namespace glueball::reference {

/// Returns the mean of combine(x, y) over all pairs of sites by distance, where x and y are lexicographic
/// site numbers of the box.
Correlator correlator(const Site& extents, const std::function<Complex(std::size_t, std::size_t)>& combine);
/// Returns the correlator of two matrix fields.
Correlator correlator(const Site& extents, const std::vector<Matrix3>& a, const std::vector<Matrix3>& b,
                      Combination combination);

}  // namespace glueball::reference
