// The actions of a chain by the names that ILDG's catalogue has for them.
#pragma once

#include <vector>

#include "io/qcdml_ensemble.hpp"
#include "lattice/boundary.hpp"
#include "update/hmc_parameters.hpp"

namespace glueball {

/// Gluon and quarks of a document. Determinants that one monomial divides by and another multiplies by fall
/// out. Throws Error(bad_value) for what the schema has no element for: a coefficient of rectangles without a
/// name, quarks that are neither Wilson's nor HISQ, phases at the boundary.
io::QcdmlEnsemble ensemble_actions(const std::vector<Monomial>& monomials, const Boundary& boundary);

}  // namespace glueball
