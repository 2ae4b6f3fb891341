// The record of a step of a Markov chain.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "update/trajectory.hpp"

namespace glueball {

/// Values of an observable after a step, with its name in the list (ObservableList).
struct RecordedValues {
  std::string name;
  std::vector<std::size_t> shape;  ///< as Quantity::shape
  std::vector<double> values;      ///< last index fastest; NaN for missing numbers
};

/// Additional data of hybrid Monte Carlo.
struct TrajectoryRecord {
  double plaquette = 0;  ///< after Metropolis, in double
  double delta_h = 0;    ///< H(new) - H(old), in double
  bool accepted = false;
  double acceptance = 0;  ///< over all of the chain's trajectories so far
  int cg_iterations = 0;
  std::optional<int> steps;  ///< steps of the outermost level, if they are tuned
  std::vector<MonomialDiagnostics> monomials;
  std::optional<Reversibility> reversibility;  ///< empty if it was not checked
  std::optional<TopologyChange> topology{};    ///< with overlap quarks
};

/// The record of one step.
struct StepRecord {
  int step = 0;
  double beta = 0;  ///< coupling of the gauge action; 0: there is none
  std::optional<TrajectoryRecord> trajectory;
  std::vector<RecordedValues> observables;  ///< empty: nothing was measured after this step
  double unitarity_deviation = 0;           ///< deviation of the worst link before the projection to SU(3)
  double seconds = 0;                       ///< seconds a step since the previous record

  /// Returns the values of an observable, or nullptr if it was not measured.
  const RecordedValues* observable(const std::string& name) const;
  /// Returns the average plaquette: the trajectory's or the observable's, else NaN.
  double plaquette() const;
};

}  // namespace glueball
