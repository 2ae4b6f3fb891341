// The smearing levels of HISQ links on a device, and the chain rule through them.
#pragma once

#include <optional>

#include "halo/halo.hpp"
#include "kernels/fat_links.hpp"
#include "lattice/fat_links.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// Makes the fat and long links of highly improved staggered quarks from links U (Follana et al.,
/// hep-lat/0610092). V is the fat7 links of U, W is V projected to U(3), X is the fat links of W, N = W W W.
/// cpu::HisqLinks is the CPU reference. The work fields have 18 reals a link, in total eighteen times
/// the numbers of a link a site. Hops need X and N alone. On a split lattice it exchanges the neighbours'
/// links that its steps read, with two layers of W; U must have one.
class HisqSmearing {
 public:
  HisqSmearing(const DeviceLattice& lattice, double epsilon);

  /// Returns the format of links that are not in SU(3).
  static FieldFormat format(const DeviceLattice& lattice);

  /// Computes V and W of U. Throws Error(not_converged) as require_projections does, on all ranks.
  void follow(const GaugeField& u);
  /// Computes `fat` = scale times X in this class's format, and `long_links` = N with 18 reals or, since they
  /// are in U(3), with 14. Both are of the links of the last `follow`, on this rank's own sites.
  void finish(double scale, GaugeField& fat, GaugeField& long_links);
  /// Copies V to a field of this class's format.
  void put_v(GaugeField& v);
  const GaugeField& w() const { return w_; }

  /// Allocates the device memory that `chain` would allocate at its first call.
  void make_room_for_derivative();
  /// Applies the chain rule to derivatives on this rank's own sites, once for all that has been summed. It
  /// converts z_x = dS/dX and z_n = dS/dN, dS = Re sum Tr (dX z_x + dN z_n), to z_u = dS/dU. `u` are the
  /// links of the last `follow`; z_x is overwritten. The projection's derivative is
  /// cpu::unitary_part_chain with the filter. Returns how many singular values the filter has changed.
  std::size_t chain(const GaugeField& u, MatrixField& z_x, const MatrixField& z_n, MatrixField& z_u,
                    double filter = kHisqForceFilter);

 private:
  void require_projections();
  /// Computes x = fat links of `links` on this rank's own sites.
  void fatten(const GaugeField& links, const FatLinkWeights& weights, MatrixField& x);
  /// Computes z, the derivative by the links that X is made of, from y = dS/dX; with `add` it is added to z.
  void chain_fat(const GaugeField& links, const FatLinkWeights& weights, const MatrixField& y, bool add,
                 MatrixField& z);

  const DeviceLattice& lattice_;
  FatLinkWeights second_;
  MatrixField v_, x_;
  GaugeField w_;
  TransporterField of_links_;
  std::optional<TransporterField> of_derivative_;
  GlobalSums sums_;
  Halo halo_;
};

}  // namespace glueball
