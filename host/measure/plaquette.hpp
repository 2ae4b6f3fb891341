// The average plaquette of a gauge field on a device.
#pragma once

#include "linalg/global_sums.hpp"
#include "reference/plaquette.hpp"

namespace glueball {

/// Spatial and temporal averages of Re Tr P / 3; products in single precision, sums in double (or two
/// floats).
reference::Plaquettes plaquette(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

}  // namespace glueball
