// The record of one trajectory of hybrid Monte Carlo.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace glueball {

/// Statistics of one term of the action.
struct MonomialDiagnostics {
  std::string name;
  int level = 0;
  int cg_iterations = 0;
  /// sqrt(<sum_a F_a^2>) over the links after Metropolis, if it was measured.
  std::optional<double> force;
  std::optional<std::size_t> filtered{};  ///< singular values that a filter of the force has changed
};

/// The deviation from its start of a trajectory that was integrated back.
struct Reversibility {
  double delta_h = 0;  ///< |H - H at the start|
  double links = 0;    ///< largest absolute difference of a link's element
};

/// Topological-sector boundaries on the way of a trajectory, where the energy of overlap quarks jumps.
struct TopologyChange {
  int refracted = 0;  ///< changes of the index during the trajectory, accepted or not
  int reflected = 0;  ///< boundaries for which the momentum was too small
  int index = 0;      ///< n_minus - n_plus of zero modes after Metropolis
  int crossings() const { return refracted + reflected; }
};

/// The record of one trajectory.
struct Trajectory {
  int step = 0;
  double plaquette = 0;  ///< after Metropolis, average over all planes
  double delta_h = 0;    ///< H(new) - H(old), in double
  bool accepted = false;
  int cg_iterations = 0;  ///< iterations of all solves on the device
  double seconds = 0;
  double unitarity_deviation = 0;  ///< worst link as stored, before the projection and Metropolis
  int steps = 0;                   ///< steps of the outermost level
  std::vector<MonomialDiagnostics> monomials;
  std::optional<Reversibility> reversibility;  ///< empty if it was not checked
  std::optional<TopologyChange> topology;      ///< only with overlap quarks
};

}  // namespace glueball
