// Correlators of site fields on a device as functions of distance.
#pragma once

#include "kernels/measure.hpp"
#include "lattice/correlator.hpp"

namespace glueball {

/// The mean of combine(a(x), b(y)) over all pairs of sites x, y of the fields' box at each distance. Work
/// grows with the square of the box's volume; it is sent off in pieces that keep a device responsive. Throws
/// Error(bad_value) for boxes that differ or do not fit the lattice.
Correlator correlator(const DeviceLattice& lattice, const MatrixSiteField& a, const MatrixSiteField& b,
                      Combination combination);

}  // namespace glueball
