// The scalar product of two fields, in double precision on the CPU.
#pragma once

#include "lattice/colour_vector.hpp"
#include "lattice/spinor.hpp"

namespace glueball::reference {

/// a^+ b; the same bits on any number of threads. Fields of different sizes throw Error(bad_value).
Complex dot(const HalfSpinorField& a, const HalfSpinorField& b);
Complex dot(const HalfColourField& a, const HalfColourField& b);

}  // namespace glueball::reference
