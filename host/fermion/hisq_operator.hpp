// The even-odd operator of highly improved staggered quarks on a device.
#pragma once

#include <utility>

#include "fermion/hisq_smearing.hpp"
#include "fermion/long_hop_operator.hpp"
#include "reference/hisq.hpp"

namespace glueball {

/// reference::HisqOperator. Fat and long links are fields of its own, made of the links by links_changed().
/// What makes them is kept where derivatives are wanted; otherwise its memory is free again.
///
/// Fat links have 18 reals. Long links are in U(3) and have 14, fewer to read, with other last digits; they
/// have 18 too on a lattice whose links have 18, which is how a caller asks for it. What Naik's term is
/// multiplied by (1 + epsilon) is an argument of the hop and not in the links.
class HisqOperator : public LongHopOperator {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  HisqOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, double epsilon,
               const Boundary& boundary = kAntiperiodicInTime)
      : HisqOperator(lattice, u, mass, epsilon, boundary, nullptr, long_reals(lattice)) {}
  /// In a shorter precision beside `longer`, which must outlive it: links_changed(), after that of `longer`,
  /// rounds its fat and long links.
  HisqOperator(const DeviceLattice& lattice, const GaugeField& u, const HisqOperator& longer)
      : HisqOperator(lattice, u, longer.mass(), longer.epsilon_, longer.boundary().wrapped, &longer,
                     longer.long_.format().reconstruct) {}
  /// With links that the host has made of U, or that come from elsewhere. Long links that are not in U(3),
  /// within the precision of the lattice, have 18 reals.
  HisqOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, double epsilon,
               const Boundary& boundary, const reference::HopLinks& exact);

  /// Reals of the long links that are made on a lattice.
  static int long_reals(const DeviceLattice& lattice) { return lattice.format().reconstruct == 18 ? 18 : 14; }
  /// The format of these.
  static FieldFormat long_format(const DeviceLattice& lattice) {
    return beside_fat(lattice, long_reals(lattice));
  }
  const GaugeField& long_links() const { return long_; }
  /// Of derivatives (reference::filtered_part); kHisqForceFilter unless it is set.
  void set_force_filter(double filter) { force_filter_ = filter; }

  void links_changed() override;
  std::unique_ptr<FermionOperator> beside(const DeviceLattice& lattice, const GaugeField& u) const override;
  void make_room_for_derivative() override;
  std::optional<std::size_t> take_filtered() override { return std::exchange(filtered_, 0); }

 private:
  HisqOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, double epsilon,
               const Boundary& boundary, const HisqOperator* longer, int long_reals);
  Links hopped() const override { return {fat_, long_, scale_}; }
  const MatrixField& carried(MatrixField& by_near, MatrixField& by_far) override;
  HisqSmearing& smearing();
  /// So many reals, in one storage with fat links.
  static FieldFormat beside_fat(const DeviceLattice& lattice, int reals);
  /// What hops read of the neighbours' links.
  void exchange_hopped();

  double epsilon_, force_filter_ = kHisqForceFilter;
  /// Fat links are stored times this: no entry is larger than 1, as half precision wants them.
  double scale_;
  const HisqOperator* longer_;  ///< whose links are rounded
  GaugeField fat_, long_;
  std::optional<HisqSmearing> smearing_;
  bool keeps_ = false, followed_ = false;  ///< smearing_, for the derivative; it is of the links as they are
  std::optional<MatrixField> by_links_;
  std::size_t filtered_ = 0;
};

}  // namespace glueball
