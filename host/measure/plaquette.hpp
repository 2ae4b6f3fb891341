// The average plaquette of a gauge field on a device.
#pragma once

#include "lattice/plaquettes.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// Returns spatial and temporal averages of Re Tr P / 3, with products in single precision and sums in double
/// (or two floats).
Plaquettes plaquette(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

}  // namespace glueball
