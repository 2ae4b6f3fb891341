// Squared norms of fields in double precision on the CPU.
#pragma once

#include "lattice/colour_vector.hpp"
#include "reference/spinor_field.hpp"

namespace glueball::reference {

/// Returns the sum over sites, spins and colours of |psi|^2, with the same bits for any number of threads.
double norm2(const ParitySpinorField& psi);
/// The field is in single precision; the sum is in double.
double norm2(const ParityField<float>& psi);
/// The same for a staggered field.
double norm2(const ParityColourField& chi);

}  // namespace glueball::reference
