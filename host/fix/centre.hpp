// Centre projection and vortices of a configuration in maximal centre gauge.
#pragma once

#include "lattice/configuration.hpp"

namespace glueball {

/// Returns k = 0, 1 or 2 of the centre element Z = exp(2 pi i k / 3) nearest to a link, which has the largest
/// Re Tr(Z^+ U).
int centre_number(const Matrix3& link);

/// Returns Z, the nearest centre element of each link times the unit matrix (hep-lat/9906010).
Configuration centre_projected(const Configuration& u);
/// Returns Z^+ U, the links without vortices (de Forcrand and D'Elia, Phys. Rev. Lett. 82 (1999) 4582).
Configuration vortices_removed(const Configuration& u);

/// Returns the fraction of plaquettes of Z that are not 1; each is pierced by a P-vortex.
double vortex_density(const Configuration& u);

}  // namespace glueball
