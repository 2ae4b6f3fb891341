// Averages over all small loops and links of a gauge field on a device.
#pragma once

#include "lattice/plaquettes.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// Returns spatial and temporal averages of Re Tr P / 3, with products in single precision and sums in double
/// (or two floats).
Plaquettes plaquette(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

/// Returns averages of Re Tr R / 3 over the 2 x 1 rectangles, with products in single precision and sums in
/// double (or two floats).
Rectangles rectangle(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

/// The same for parallelograms.
Parallelograms parallelogram(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

/// Returns the average of Re Tr U / 3 over all links.
double link_trace(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums);

}  // namespace glueball
