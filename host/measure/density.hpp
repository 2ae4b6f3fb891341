// Densities of a gauge field on a device, four numbers a site, for pictures and correlators.
#pragma once

#include <array>
#include <vector>

#include "kernels/measure.hpp"

namespace glueball {

/// Computes (spatial, temporal, 0, 0) at each site: the sums of 1 - Re Tr P / 3 over the plaquettes that
/// start there.
void plaquette_density(const DeviceLattice& lattice, const GaugeField& u, DensityField& density);

/// Returns a density's texels in lexicographic order of sites.
std::vector<std::array<double, 4>> download(const DensityField& from);

}  // namespace glueball
