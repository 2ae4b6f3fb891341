// What one trajectory of hybrid Monte Carlo did.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace glueball {

/// What one term of the action cost.
struct MonomialDiagnostics {
  std::string name;
  int level = 0;
  int cg_iterations = 0;
  std::optional<double>
      force;  ///< sqrt(<sum_a F_a^2>) over the links after Metropolis, where it was measured
  std::optional<std::size_t> filtered{};  ///< singular values that a filter of the force has changed
};

/// A trajectory run back: how far from where it began it came to.
struct Reversibility {
  double delta_h = 0;  ///< |H - H at the beginning|
  double links = 0;    ///< largest absolute difference of a link's entry
};

/// Surfaces at which the energy of overlap quarks jumps, and what charge a trajectory led to.
struct TopologyChange {
  int refracted = 0;  ///< changes of the index on the way, whether the end was taken or not
  int reflected = 0;  ///< surfaces that there was no momentum for
  int index = 0;      ///< after Metropolis: n_minus - n_plus by zero modes
  int crossings() const { return refracted + reflected; }
};

/// What one trajectory did.
struct Trajectory {
  int step = 0;
  double plaquette = 0;  ///< after the Metropolis step, average over all planes
  double delta_h = 0;    ///< H(new) - H(old), in double
  bool accepted = false;
  int cg_iterations = 0;  ///< single-precision iterations on the device, all solves
  double seconds = 0;
  double unitarity_deviation = 0;  ///< worst link as stored, before Metropolis saw it re-unitarised
  int steps = 0;                   ///< of the outermost level
  std::vector<MonomialDiagnostics> monomials;
  std::optional<Reversibility> reversibility;  ///< where it was checked
  std::optional<TopologyChange> topology;      ///< with overlap quarks
};

}  // namespace glueball
