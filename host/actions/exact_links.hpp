// Links in double precision on a device: what energies that decide are functions of.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/field.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// The links of a lattice of any precision, in double on the same device: converted without rounding, then
/// brought to SU(3) as download_unitary does on the host. Energies are computed from these, with sums in a
/// fixed order: the same stored links give the same bits.
class ExactLinks {
 public:
  /// `of` must outlive it. Throws Error(device) where the device has no doubles, Error(bad_value) beside
  /// fields in images.
  explicit ExactLinks(const DeviceLattice& of);

  const DeviceLattice& lattice() const { return lattice_; }
  const GaugeField& links() const { return u_; }

  /// The links are now those that `u` stands for.
  void follow(const GaugeField& u);
  /// max |U U^+ - 1| or |det U - 1| of the links as they were followed, before they were brought to SU(3).
  double deviation() { return deviation_.totals()[0]; }
  Configuration configuration() const;
  /// The links are now these, in double on the same lattice.
  void set(const GaugeField& u);

  /// Sums of Re Tr over all plaquettes, over all 2 x 1 rectangles.
  double plaquettes();
  double rectangles();
  /// sum p_a^2 / 2 of momenta in the precision that is followed.
  double kinetic(const MomentumField& p);

 private:
  const DeviceLattice& of_;
  DeviceLattice lattice_;
  GaugeField u_;
  MomentumHalf p_;
  GlobalSums sums_, deviation_;
};

}  // namespace glueball
