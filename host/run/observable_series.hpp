// The observables that a chain measures on its way, and what they say at its end.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "run/chain_observables.hpp"
#include "run/step_record.hpp"

namespace glueball {

/// Series are kept as records have them, so that a run that goes on from its history says the same as one
/// that ran through.
class ObservableSeries {
 public:
  /// Of a list as chain_observables takes it. Names in `reserved` are those that the chain records itself.
  /// Throws Error(bad_value).
  ObservableSeries(const std::string& list, int measure_interval, std::set<std::string> reserved);

  /// What is recorded of a configuration after the chain's step `n`, counted from 1: the observables whose
  /// intervals end there. All of them for 0.
  std::vector<RecordedValues> measure(Measurement& measurement, int n);
  /// Layers of the neighbours' sites that observables of step `n` read on a lattice that is split.
  int layers(int n) const;
  /// As `measure` does, with the values of its last time for each: names and shapes of what a record of step
  /// `n` has. All must have been measured.
  std::vector<RecordedValues> layout(int n) const;
  /// Counts the values of a record of step `n` that `measure` has made, here or in the run that is resumed;
  /// what it has must have been measured here once.
  void count(const StepRecord& record, int n);

  /// Throws Error(bad_value) where none has a quantity of this name, or it is not one number. All must have
  /// been measured.
  void require_number(const std::string& name) const;

  /// What the ensemble says, times in steps.
  std::vector<Summary> summaries(const Geometry& geometry) const;

 private:
  bool recorded(const NamedQuantity& q) const;
  bool due(std::size_t observable, int n) const { return n % list_.interval(observable) == 0; }

  ObservableList list_;
  std::set<std::string> reserved_;
  QuantityNames names_;
  std::vector<std::vector<NamedQuantity>> layout_;             ///< as last measured; none of what never was
  std::vector<std::vector<std::vector<Quantity>>> ensembles_;  ///< [observable][counted][quantity]
};

}  // namespace glueball
