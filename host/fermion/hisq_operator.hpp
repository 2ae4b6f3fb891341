// The even-odd operator of highly improved staggered quarks on a device.
#pragma once

#include <utility>

#include "cpu/hisq.hpp"
#include "fermion/hisq_smearing.hpp"
#include "fermion/long_hop_operator.hpp"

namespace glueball {

/// The device's cpu::HisqOperator. Its fat and long links are fields of its own, made of the links by
/// links_changed(). The smearing is kept if derivatives are needed; otherwise its memory is freed.
///
/// Fat links have 18 reals. Long links are in U(3) and have 14, which are fewer to read and round
/// differently. On a lattice whose links have 18 reals, long links have 18 too; a caller may ask for this.
/// The hop's arguments include the factor (1 + epsilon) of Naik's term; the links do not.
class HisqOperator : public LongHopOperator {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  HisqOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, double epsilon,
               const Boundary& boundary = kAntiperiodicInTime)
      : HisqOperator(lattice, u, mass, epsilon, boundary, nullptr, long_reals(lattice)) {}
  /// Makes the matrix in a shorter precision than `longer`, which must outlive it. links_changed(), called
  /// after that of `longer`, rounds its fat and long links.
  HisqOperator(const DeviceLattice& lattice, const GaugeField& u, const HisqOperator& longer)
      : HisqOperator(lattice, u, longer.mass(), longer.epsilon_, longer.boundary().wrapped, &longer,
                     longer.long_.format().reconstruct) {}
  /// Takes fat and long links from the host. Long links that are not in U(3) within the precision of the
  /// lattice have 18 reals.
  HisqOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, double epsilon,
               const Boundary& boundary, const cpu::HopLinks& exact);

  /// Returns the number of reals of the long links that are made on a lattice.
  static int long_reals(const DeviceLattice& lattice) { return lattice.format().reconstruct == 18 ? 18 : 14; }
  /// Returns the format of the long links that are made on a lattice.
  static FieldFormat long_format(const DeviceLattice& lattice) {
    return beside_fat(lattice, long_reals(lattice));
  }
  const GaugeField& long_links() const { return long_; }
  /// Sets the filter of derivatives (reference::filtered_part); the default is kHisqForceFilter.
  void set_force_filter(double filter) { force_filter_ = filter; }

  void links_changed() override;
  std::unique_ptr<FermionOperator> at_precision(const DeviceLattice& lattice,
                                                const GaugeField& u) const override;
  void make_room_for_derivative() override;
  std::optional<std::size_t> take_filtered() override { return std::exchange(filtered_, 0); }

 private:
  HisqOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, double epsilon,
               const Boundary& boundary, const HisqOperator* longer, int long_reals);
  Links hopped() const override { return {fat_, long_, scale_}; }
  const MatrixField& carried(MatrixField& by_near, MatrixField& by_long) override;
  HisqSmearing& smearing();
  /// Returns a format of so many reals in the storage of fat links.
  static FieldFormat beside_fat(const DeviceLattice& lattice, int reals);
  /// Exchanges the neighbours' links that hops read.
  void exchange_hopped();

  double epsilon_, force_filter_ = kHisqForceFilter;
  /// Fat links are stored multiplied by this: no entry exceeds 1, as half precision requires.
  double scale_;
  const HisqOperator* longer_;  ///< the source of rounded links
  GaugeField fat_, long_;
  std::optional<HisqSmearing> smearing_;
  /// keep smearing_ for the derivative; smearing_ has seen the present links
  bool keeps_ = false, followed_ = false;
  std::optional<MatrixField> by_links_;
  std::size_t filtered_ = 0;
};

}  // namespace glueball
