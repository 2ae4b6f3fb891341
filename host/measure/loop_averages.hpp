// Averages over all small loops and links of a gauge field on a device, beside the plaquette.
#pragma once

#include "lattice/plaquettes.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// Averages of Re Tr R / 3 over the 2 x 1 rectangles; products in single precision, sums in double (or two
/// floats).
Rectangles rectangle(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

/// Likewise over the parallelograms.
Parallelograms parallelogram(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

/// Average of Re Tr U / 3 over all links.
double link_trace(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

}  // namespace glueball
