// Action density and topological charge of a gauge field on a device.
#pragma once

#include "kernels/clover.hpp"
#include "lattice/action_density.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

class CloverMeasurement {
 public:
  CloverMeasurement(const DeviceLattice& lattice, FieldStrength kind = FieldStrength::clover,
                    bool keep_trace = false)
      : lattice_(lattice), kind_(kind), keep_trace_(keep_trace), density_(lattice), sums_(lattice) {}

  /// Measures with products in single precision and sums in double (or two floats). The densities are left in
  /// density().
  ActionDensity measure(const GaugeField& u);
  /// A site has tr F F of the temporal planes, that of the spatial ones, the charge, and 2 Re tr(1 - P).
  const DensityField& density() const { return density_; }

 private:
  const DeviceLattice& lattice_;
  FieldStrength kind_;
  bool keep_trace_;
  DensityField density_;
  GlobalSums sums_;
};

}  // namespace glueball
