// A density on the device: one RGBA texel a site.
#pragma once

#include "field/field.hpp"

namespace glueball {

/// One plane over the sites of one parity; each kernel defines the meaning of its four components.
class ParityDensity : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 1;
  explicit ParityDensity(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};
using DensityField = BothParities<ParityDensity>;

}  // namespace glueball
