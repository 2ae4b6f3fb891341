// Stout links of the links that molecular dynamics moves, and forces carried back from the ones to the
// others.
#pragma once

#include <vector>

#include "smear/link_smearing.hpp"

namespace glueball {

/// Smeared links V of links U on the lattice of U, all steps of them, and a force on V. Quarks that move on V
/// add their forces dS = -sum_a F_a v_a, dV = i v_a T_a V, to `force()`. `carry_back` turns their sum into
/// the force on U by the chain rule (C. Morningstar and M. Peardon, hep-lat/0311018). On a split lattice U
/// needs one layer of ghosts, and V has as many as the lattice.
class SmearedLinks {
 public:
  /// Allocates all memory. Throws Error(bad_value) for a smearing without a derivative: it must be stout.
  SmearedLinks(const DeviceLattice& lattice, const LinkSmearing& smearing);

  const LinkSmearing& smearing() const { return smearing_; }
  const GaugeField& links() const { return steps_.back(); }
  MomentumField& force() { return force_; }

  /// Computes V of these links.
  void follow(const GaugeField& u);
  void clear_force();
  /// Adds the force on u to p. V must be that of `u`; the force on V is overwritten.
  void carry_back(const GaugeField& u, MomentumField& p);

 private:
  const DeviceLattice& lattice_;
  LinkSmearing smearing_;
  Smearing step_;
  std::vector<GaugeField> steps_;  ///< the links after each step
  MomentumField force_;
  MatrixField by_staples_;
  Halo halo_;
};

}  // namespace glueball
