// The levels of HISQ links on a device, and the chain rule through them.
#pragma once

#include <optional>

#include "halo/halo.hpp"
#include "kernels/fat_links.hpp"
#include "lattice/fat_links.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// Makes the links that highly improved staggered quarks hop over from links U (Follana et al.,
/// hep-lat/0610092): V, fat7 links of U; W, V back in U(3); X, fat links of W; N = W W W.
/// reference::HisqLinks has them on the CPU. It works with fields of 18 reals a link, eighteen times as many
/// numbers a site as a link has; those are not needed for hops, only X and N are. Where the lattice is split
/// among ranks it exchanges what its steps read of the neighbours, with two layers of W; the links U must
/// have one.
class HisqSmearing {
 public:
  HisqSmearing(const DeviceLattice& lattice, double epsilon);

  /// Of fields of links that are no SU(3) matrices.
  static FieldFormat format(const DeviceLattice& lattice);

  /// V and W of U.
  void follow(const GaugeField& u);
  /// `fat` = X times a number, in this class's format, and `long_links` = N, of 18 reals or, as they are in
  /// U(3), of 14; of the links followed and the own sites.
  void finish(double scale, GaugeField& fat, GaugeField& long_links);
  /// V, in a field of this class's format.
  void put_v(GaugeField& v);
  const GaugeField& w() const { return w_; }

  /// Takes now what `chain` would take of the device's memory when it is first called.
  void make_room_for_derivative();
  /// The chain rule, of derivatives on the own sites, once for all that has been summed: of z_x = dS/dX and
  /// z_n = dS/dN, dS = Re sum Tr dX z_x
  /// + dN z_n, to z_u = dS/dU. `u` are the links followed; z_x is left with something. The derivative is that
  /// of reference::unitary_part_chain with the filter; returns the number of singular values that it has
  /// changed.
  std::size_t chain(const GaugeField& u, MatrixField& z_x, const MatrixField& z_n, MatrixField& z_u,
                    double filter = kHisqForceFilter);

 private:
  /// The own sites' x = fat links of these.
  void fatten(const GaugeField& links, const FatLinkWeights& weights, MatrixField& x);
  /// z = what y = dS/dX is for the links X are made of, or that added.
  void chain_fat(const GaugeField& links, const FatLinkWeights& weights, const MatrixField& y, bool add,
                 MatrixField& z);

  const DeviceLattice& lattice_;
  FatLinkWeights second_;
  MatrixField v_, x_;
  GaugeField w_;
  TransporterField of_links_;
  std::optional<TransporterField> of_derivative_;
  GlobalSums filtered_;
  Halo halo_;
};

}  // namespace glueball
