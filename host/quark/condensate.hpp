// Stochastic traces of the quark propagator: the chiral condensate and its error.
#pragma once

#include <vector>

#include "lattice/quark_field.hpp"

namespace glueball {

/// A mean over noise vectors with the standard errors of its real and imaginary parts; the errors of a single
/// value are NaN.
struct NoiseMean {
  Complex mean, error;
};
NoiseMean noise_mean(const std::vector<Complex>& values);

/// Return the sum over sites, spin and colour of conj(a) b.
Complex inner_product(const FullQuarkField<ParitySpinorField>& a, const FullQuarkField<ParitySpinorField>& b);
Complex inner_product(const FullQuarkField<ParityColourField>& a, const FullQuarkField<ParityColourField>& b);
/// Returns the sum of conj(a) gamma5 b.
Complex inner_product_gamma5(const FullQuarkField<ParitySpinorField>& a,
                             const FullQuarkField<ParitySpinorField>& b);

}  // namespace glueball
