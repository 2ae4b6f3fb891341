// What a step of a Markov chain leaves behind.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "update/trajectory.hpp"

namespace glueball {

/// Values of an observable after a step, by the name that its list gives it (ObservableList).
struct RecordedValues {
  std::string name;
  std::vector<std::size_t> shape;  ///< as Quantity::shape
  std::vector<double> values;      ///< last index fastest; NaN where there is no number
};

/// What hybrid Monte Carlo adds.
struct TrajectoryRecord {
  double plaquette = 0;  ///< after Metropolis, in double
  double delta_h = 0;    ///< H(new) - H(old), in double
  bool accepted = false;
  double acceptance = 0;  ///< of all trajectories of the chain so far
  int cg_iterations = 0;
  std::optional<int> steps;  ///< of the outermost level, where they are tuned
  std::vector<MonomialDiagnostics> monomials;
  std::optional<Reversibility> reversibility;  ///< where it was checked
  std::optional<TopologyChange> topology{};    ///< with overlap quarks
};

struct StepRecord {
  int step = 0;
  double beta = 0;  ///< of the gauge action; 0: there is none
  std::optional<TrajectoryRecord> trajectory;
  std::vector<RecordedValues> observables;  ///< none: nothing was measured after this step
  double unitarity_deviation = 0;           ///< worst link before it was brought back to SU(3)
  double seconds = 0;                       ///< a step, since the record before

  /// Values of an observable; nullptr where it was not measured.
  const RecordedValues* observable(const std::string& name) const;
  /// Average plaquette: the trajectory's, or the observable; NaN where there is neither.
  double plaquette() const;
};

}  // namespace glueball
