// Gauge transformations in the host's memory, in double precision.
#pragma once

#include <vector>

#include "lattice/configuration.hpp"

namespace glueball {

/// One SU(3) matrix a lexicographic site.
using Transformation = std::vector<Matrix3>;

/// The unit matrix everywhere.
Transformation unit_transformation(const Geometry& geometry);

/// Every matrix brought back to SU(3).
Transformation reunitarized(Transformation g);

/// U_mu(x) -> g(x) U_mu(x) g(x + mu)^+, every link brought back to SU(3).
Configuration gauge_transformed(const Configuration& u, const Transformation& g);

}  // namespace glueball
