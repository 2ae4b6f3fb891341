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
Complex inner_product(const FullQuarkField<HalfSpinorField>& a, const FullQuarkField<HalfSpinorField>& b);
Complex inner_product(const FullQuarkField<HalfColourField>& a, const FullQuarkField<HalfColourField>& b);
/// sum of conj(a) gamma5 b
Complex inner_product_gamma5(const FullQuarkField<HalfSpinorField>& a,
                             const FullQuarkField<HalfSpinorField>& b);

}  // namespace glueball
