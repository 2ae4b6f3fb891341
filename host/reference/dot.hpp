// Scalar products of fields in double precision on the CPU.
#pragma once

#include "lattice/colour_vector.hpp"
#include "lattice/spinor.hpp"

namespace glueball::reference {

/// Returns a^+ b with the same bits for any number of threads. Throws Error(bad_value) for fields of
/// different sizes.
Complex dot(const ParitySpinorField& a, const ParitySpinorField& b);
Complex dot(const ParityColourField& a, const ParityColourField& b);

}  // namespace glueball::reference
