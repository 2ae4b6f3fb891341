// Densities of a gauge field on a device: one plane a site, to look at and to correlate.
#pragma once

#include <array>
#include <vector>

#include "kernels/measure.hpp"

namespace glueball {

/// (spatial, temporal, 0, 0) at each site: the sums of 1 - Re Tr P / 3 over the plaquettes that start there.
void plaquette_density(const DeviceLattice& lattice, const GaugeField& u, DensityField& density);

/// A density's texels in lexicographic order of the sites.
std::vector<std::array<double, 4>> download(const DensityField& from);

}  // namespace glueball
