// The host's field type for each device field.
#pragma once

#include "field/field.hpp"
#include "lattice/colour_vector.hpp"
#include "lattice/spinor.hpp"

namespace glueball {

/// The host's field of one parity for a device field.
template <class F>
struct HostField;
template <>
struct HostField<SpinorField> {
  using type = ParitySpinorField;
};
template <>
struct HostField<ColourField> {
  using type = ParityColourField;
};

}  // namespace glueball
