// A density on the device: one RGBA texel a site.
#pragma once

#include "field/field.hpp"

namespace glueball {

/// One plane over the sites of one parity; what its four components mean is the kernel's to say.
class ParityDensity : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 1;
  explicit ParityDensity(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};
using DensityField = BothParities<ParityDensity>;

}  // namespace glueball
