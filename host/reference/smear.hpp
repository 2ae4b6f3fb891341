// Smeared links in double precision on the CPU.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/smearing_parameters.hpp"

namespace glueball::reference {

/// Returns the projection of m to SU(3).
Matrix3 project_su3(const Matrix3& m, Projection projection);

/// Returns APE-smeared links; ApeParameters has the formula.
Configuration ape_smeared(const Configuration& u, const ApeParameters& parameters);

/// Returns exp(rho A) U with A the traceless anti-hermitian part of (sum of staples) U^+ (Morningstar and
/// Peardon, hep-lat/0311018, with all rho equal).
Configuration stout_smeared(const Configuration& u, double rho, int dimensions = 4);

/// Returns HYP-smeared links (Hasenfratz and Knechtli, hep-lat/0103029).
Configuration hyp_smeared(const Configuration& u, const HypParameters& parameters);

}  // namespace glueball::reference
