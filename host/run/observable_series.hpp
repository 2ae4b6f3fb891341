// The observables that a chain measures on its way, and what they say at its end.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "measure/observable_list.hpp"
#include "run/step_record.hpp"

namespace glueball {

/// Series are kept as records have them, so that a run that goes on from its history says the same as one
/// that ran through.
class ObservableSeries {
 public:
  /// Of a list as ObservableList takes it. Names in `reserved` are those that the chain records itself.
  /// Throws Error(bad_value).
  ObservableSeries(const std::string& list, std::set<std::string> reserved);

  /// What is recorded of a configuration.
  std::vector<RecordedValues> measure(Measurement& measurement);
  /// Counts the values of a record that `measure` has made, here or in the run that is resumed; at least one
  /// must have been made here. A record without any is passed over.
  void count(const StepRecord& record);

  /// What the ensemble says, times in steps; `interval` steps are between measurements.
  std::vector<Summary> summaries(const Geometry& geometry, int interval) const;

 private:
  bool recorded(const NamedQuantity& q) const;

  ObservableList list_;
  std::set<std::string> reserved_;
  std::vector<std::vector<NamedQuantity>> layout_;             ///< as the last measurement had it
  std::vector<std::vector<std::vector<Quantity>>> ensembles_;  ///< [observable][counted][quantity]
};

}  // namespace glueball
