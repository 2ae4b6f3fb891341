// What of a configuration in maximal centre gauge is in the centre of SU(3), and what is not.
#pragma once

#include "lattice/configuration.hpp"

namespace glueball {

/// 0, 1 or 2: k of the element exp(2 pi i k / 3) nearest to a link, that with the largest Re Tr(Z^+ U).
int centre_number(const Matrix3& link);

/// Z, the links' nearest elements of the centre: multiples of the unit matrix (hep-lat/9906010).
Configuration centre_projected(const Configuration& u);
/// Z^+ U: links without the vortices (de Forcrand and D'Elia, Phys. Rev. Lett. 82 (1999) 4582).
Configuration vortices_removed(const Configuration& u);

/// Plaquettes of Z that are not 1 are pierced by a P-vortex; their part of all plaquettes.
double vortex_density(const Configuration& u);

}  // namespace glueball
