// Relative errors of fields.
#pragma once

#include <vector>

#include "lattice/colour_vector.hpp"
#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"
#include "lattice/spinor.hpp"

namespace glueball::reference {

/// Returns |a - b| / |b| over the whole field. The error is infinite if a number is not finite, or if the
/// fields differ in size.
double relative_error(const ParitySpinorField& a, const ParitySpinorField& b);
double relative_error(const ParityColourField& a, const ParityColourField& b);
double relative_error(const Configuration& a, const Configuration& b);
double relative_error(const Momenta& a, const Momenta& b);
double relative_error(const std::vector<Matrix3>& a, const std::vector<Matrix3>& b);
double relative_error(const std::vector<Complex>& a, const std::vector<Complex>& b);
double relative_error(const std::vector<double>& a, const std::vector<double>& b);
double relative_error(const std::vector<float>& a, const std::vector<double>& b);

}  // namespace glueball::reference
