// Traces of the quark propagator by noise: the chiral condensate and its error.
#pragma once

#include <vector>

#include "lattice/quark_field.hpp"

namespace glueball {

/// Real and imaginary parts each with the standard error of their mean; NaN from one value.
struct NoiseMean {
  Complex mean, error;
};
NoiseMean noise_mean(const std::vector<Complex>& values);

/// sum over sites, spin and colour of conj(a) b
Complex inner_product(const FullQuarkField<ParitySpinorField>& a, const FullQuarkField<ParitySpinorField>& b);
Complex inner_product(const FullQuarkField<ParityColourField>& a, const FullQuarkField<ParityColourField>& b);
/// sum of conj(a) gamma5 b
Complex inner_product_gamma5(const FullQuarkField<ParitySpinorField>& a,
                             const FullQuarkField<ParitySpinorField>& b);

}  // namespace glueball
