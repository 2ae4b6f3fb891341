// The observables of a chain, their intervals and their series.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "measure/observable_list.hpp"
#include "run/step_record.hpp"

namespace glueball {

/// Makes the observables of a list as ObservableList takes it, whose entries may end in @STEPS:
/// "plaquette,charge:2@20" measures the charge every 20 steps. Entries without such an end are measured every
/// `measure_interval`, of which the others must be multiples. Observables with short intervals come first, so
/// that names of quantities do not depend on which was measured first. Throws Error(bad_value).
ObservableList chain_observables(const std::string& list, int measure_interval);

/// Series are kept as in records, so that a run resumed from its history has the same results as one that was
/// not interrupted.
class ObservableSeries {
 public:
  /// Takes a list as chain_observables does. Names in `reserved` are those that the chain records itself.
  /// Throws Error(bad_value).
  ObservableSeries(const std::string& list, int measure_interval, std::set<std::string> reserved);

  /// Returns what is recorded after the chain's step `n`, counted from 1: the observables that are due. For 0
  /// all are due. Throws Error(not_converged) after all others are measured; `layout` then has NaN for values
  /// that did not converge, or lacks them if the observable was never measured.
  std::vector<RecordedValues> measure(Measurement& measurement, int n);
  /// Returns the ghost layers that observables of step `n` read on a split lattice.
  int layers(int n) const;
  /// Returns names and shapes of a record of step `n`, with the last measured values. All must have been
  /// measured.
  std::vector<RecordedValues> layout(int n) const;
  /// Counts the values of a record of step `n` that `measure` has made, here or in the resumed run. Its
  /// observables must have been measured here once.
  void count(const StepRecord& record, int n);

  /// Throws Error(bad_value) unless an observable has a quantity of this name that is one number. All must
  /// have been measured.
  void require_number(const std::string& name) const;

  /// Returns the statistics of the ensemble; times are in steps.
  std::vector<Summary> summaries(const Geometry& geometry) const;

 private:
  bool recorded(const NamedQuantity& q) const;
  bool due(std::size_t observable, int n) const { return n % list_.interval(observable) == 0; }

  ObservableList list_;
  std::set<std::string> reserved_;
  QuantityNames names_;
  std::vector<std::vector<NamedQuantity>> layout_;             ///< as last measured; empty if never
  std::vector<std::vector<std::vector<Quantity>>> ensembles_;  ///< [observable][counted][quantity]
};

}  // namespace glueball
