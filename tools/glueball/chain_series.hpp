// The observables that a chain measures on its way, and what they say at its end.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "measure/observable.hpp"

namespace glueball::app {

using Json = nlohmann::ordered_json;

/// Series are kept as history.jsonl has them, so that a run that goes on from there says the same as one that ran
/// through.
class ChainSeries {
 public:
  /// Of a list as `glueball measure --observables` takes it. Keys in `reserved` are those that the chain writes itself.
  /// Throws Error(usage).
  ChainSeries(const std::string& list, std::set<std::string> reserved);

  /// Puts the values of a configuration into the record of its step.
  void measure(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, Json& physics);
  /// Counts the values of a record that `measure` has made, here or in the run that is resumed; at least one must have
  /// been made here. A record without any is passed over. Throws Error(bad_input) for one that lacks some.
  void count(const Json& physics);

  /// Means, errors and autocorrelation times in steps: KEY, KEY_error, KEY_tau_int, KEY_tau_int_error.
  void summarize(const Geometry& geometry, int interval, Json& summary) const;
  /// The same as rows of text.
  std::string rows(const Geometry& geometry, int interval, const std::string& unit) const;

 private:
  struct Named {
    std::string name;  ///< in records: the key, or WORD/KEY where another observable of the list has that key too
    Quantity quantity;
    bool recorded = true;
  };
  struct Entry {
    std::string word;  ///< of the list
    std::unique_ptr<Observable> observable;
    std::vector<Named> layout;                    ///< as the last measurement had it
    std::vector<std::vector<Quantity>> ensemble;  ///< [counted][quantity]
  };
  struct NamedSummary {
    std::string name;
    Summary summary;
  };
  std::vector<NamedSummary> summaries(const Geometry& geometry, int interval) const;

  std::vector<Entry> entries_;
  std::set<std::string> reserved_;
};

/// A row of a summary: "plaquette   0.5709945 +- 0.0013092  (tau_int 1.42 +- 0.93 steps)".
std::string summary_row(const std::string& name, const SeriesEstimate& estimate, const std::string& unit);

}  // namespace glueball::app
