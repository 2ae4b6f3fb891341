// The even-odd operator of staggered quarks with Naik's term on a device.
#pragma once

#include "fermion/long_hop_operator.hpp"

namespace glueball {

/// The device's cpu::NaikOperator. Its long links are a field of its own, made of the links by
/// links_changed().
class NaikOperator : public LongHopOperator {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  NaikOperator(const DeviceLattice& lattice, const GaugeField& u, double mass,
               const Boundary& boundary = kAntiperiodicInTime, const HopCoefficients& c = {})
      : LongHopOperator(lattice, u, mass, boundary, c), long_(lattice, u.format()) {}

  void links_changed() override;
  std::unique_ptr<FermionOperator> at_precision(const DeviceLattice& lattice,
                                                const GaugeField& u) const override;

 private:
  Links hopped() const override { return {links(), long_}; }
  const MatrixField& carried(MatrixField& by_near, MatrixField& by_long) override;

  GaugeField long_;
};

}  // namespace glueball
