// Smeared links in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/smearing_parameters.hpp"

namespace glueball::reference {

Matrix3 project_su3(const Matrix3& m, Projection projection);

Configuration ape_smeared(const Configuration& u, const ApeParameters& parameters);

/// Smears with exp(rho times the traceless anti-hermitian part) of Morningstar and Peardon, hep-lat/0311018,
/// with all rho equal.
Configuration stout_smeared(const Configuration& u, double rho, int dimensions = 4);

Configuration hyp_smeared(const Configuration& u, const HypParameters& parameters);

}  // namespace glueball::reference
