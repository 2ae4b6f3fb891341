// How far a result is from what it should be.
#pragma once

#include <vector>

#include "lattice/colour_vector.hpp"
#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"
#include "lattice/spinor.hpp"

namespace glueball::reference {

/// |a - b| / |b| over the whole field; infinite when a number is not finite, and for fields that are not
/// alike.
double relative_error(const ParitySpinorField& a, const ParitySpinorField& b);
double relative_error(const ParityColourField& a, const ParityColourField& b);
double relative_error(const Configuration& a, const Configuration& b);
double relative_error(const Momenta& a, const Momenta& b);
double relative_error(const std::vector<Matrix3>& a, const std::vector<Matrix3>& b);
double relative_error(const std::vector<Complex>& a, const std::vector<Complex>& b);
double relative_error(const std::vector<double>& a, const std::vector<double>& b);
double relative_error(const std::vector<float>& a, const std::vector<double>& b);

}  // namespace glueball::reference
