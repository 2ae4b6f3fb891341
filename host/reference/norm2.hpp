// The squared norm of a field, in double precision on the CPU.
#pragma once

#include "lattice/colour_vector.hpp"
#include "reference/spinor_field.hpp"

namespace glueball::reference {

/// sum over sites, spins and colours of |psi|^2; the same bits on any number of threads.
double norm2(const ParitySpinorField& psi);
/// Of a single-precision field, summed in double.
double norm2(const ParityField<float>& psi);
/// Of a staggered field.
double norm2(const ParityColourField& chi);

}  // namespace glueball::reference
