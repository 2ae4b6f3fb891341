// A density on the device: one RGBA texel a site.
#pragma once

#include "field/field.hpp"

namespace glueball {

/// One plane over the sites of one parity; what its four components mean is the kernel's to say.
class DensityHalf : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 1;
  explicit DensityHalf(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};
using DensityField = Both<DensityHalf>;

}  // namespace glueball
