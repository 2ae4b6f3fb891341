// The observables that a chain measures on its way, and what they say at its end.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "measure/observable_list.hpp"

namespace glueball::app {

/// Series are kept as history.jsonl has them, so that a run that goes on from there says the same as one that
/// ran through.
class ChainSeries {
 public:
  /// Of a list as `glueball measure --observables` takes it. Keys in `reserved` are those that the chain
  /// writes itself. Throws Error(bad_value).
  ChainSeries(const std::string& list, std::set<std::string> reserved);

  /// Puts the values of a configuration into the record of its step.
  void measure(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
               nlohmann::ordered_json& physics);
  /// Counts the values of a record that `measure` has made, here or in the run that is resumed; at least one
  /// must have been made here. A record without any is passed over. Throws Error(bad_file) for one that
  /// lacks some.
  void count(const nlohmann::ordered_json& physics);

  /// As put_estimate() has them, of the shape of the quantity, times in steps; `interval` steps are between
  /// measurements.
  void summarize(const Geometry& geometry, int interval, nlohmann::ordered_json& summary) const;
  /// The same as rows of text.
  std::string rows(const Geometry& geometry, int interval, const std::string& unit) const;

 private:
  std::vector<Summary> summaries(const Geometry& geometry, int interval) const;
  bool recorded(const NamedQuantity& q) const;

  ObservableList list_;
  std::set<std::string> reserved_;
  std::vector<std::vector<NamedQuantity>> layout_;             ///< as the last measurement had it
  std::vector<std::vector<std::vector<Quantity>>> ensembles_;  ///< [observable][counted][quantity]
};

}  // namespace glueball::app
