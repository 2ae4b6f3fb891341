// The scalar product of two fields, in double precision on the CPU.
#pragma once

#include "lattice/colour_vector.hpp"
#include "lattice/spinor.hpp"

namespace glueball::reference {

/// a^+ b; the same bits on any number of threads. Fields of different sizes throw Error(bad_value).
Complex dot(const ParitySpinorField& a, const ParitySpinorField& b);
Complex dot(const ParityColourField& a, const ParityColourField& b);

}  // namespace glueball::reference
