// The actions of a chain in the terms of ILDG's catalogue.
#pragma once

#include <vector>

#include "io/qcdml_ensemble.hpp"
#include "lattice/boundary.hpp"
#include "update/hmc_parameters.hpp"

namespace glueball {

/// Returns gluon and quarks of a document. Determinants in the denominator of one monomial and the numerator
/// of another cancel. Throws Error(bad_value) for what the schema has no element for: a rectangle coefficient
/// without a name, quarks other than Wilson's and HISQ, and boundary phases.
io::QcdmlEnsemble ensemble_actions(const std::vector<Monomial>& monomials, const Boundary& boundary);

}  // namespace glueball
