// The observables that a chain measures, and their statistics at its end.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "run/chain_observables.hpp"
#include "run/step_record.hpp"

namespace glueball {

/// Series are kept as in records, so that a run resumed from its history has the same results as one that was
/// not interrupted.
class ObservableSeries {
 public:
  /// Takes a list as chain_observables does. Names in `reserved` are those that the chain records itself.
  /// Throws Error(bad_value).
  ObservableSeries(const std::string& list, int measure_interval, std::set<std::string> reserved);

  /// Returns what is recorded after the chain's step `n`, counted from 1: the observables that are due. For 0
  /// all are due.
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
