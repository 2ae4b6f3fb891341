// Averages over all small loops and links of a gauge field on a device, beside the plaquette.
#pragma once

#include "linalg/global_sums.hpp"
#include "reference/rectangle.hpp"

namespace glueball {

/// Averages of Re Tr R / 3 over the 2 x 1 rectangles; products in single precision, sums in double (or two
/// floats).
reference::Rectangles rectangle(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

/// Average of Re Tr U / 3 over all links.
double link_trace(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

}  // namespace glueball
