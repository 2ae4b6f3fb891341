// Gauge transformations in the host's memory, in double precision.
#pragma once

#include <vector>

#include "lattice/configuration.hpp"

namespace glueball {

/// One SU(3) matrix for each lexicographic site.
using Transformation = std::vector<Matrix3>;

/// Returns unit matrices.
Transformation unit_transformation(const Geometry& geometry);

/// Returns the transformation with every matrix projected to SU(3).
Transformation reunitarized(Transformation g);

/// Returns U_mu(x) -> g(x) U_mu(x) g(x + mu)^+, with every link projected to SU(3).
Configuration gauge_transformed(const Configuration& u, const Transformation& g);

}  // namespace glueball
