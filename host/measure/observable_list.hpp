// The observables of a list, and unique names of their quantities.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "measure/observable.hpp"

namespace glueball {

/// A quantity with its name in records and tables.
struct NamedQuantity {
  std::string name;
  Quantity quantity;
  bool repeated = false;  ///< an earlier quantity of the same name has the same numbers
};

/// Names quantities, those of one observable after those of another.
class QuantityNames {
 public:
  /// Returns the key if it is not in use, otherwise WORD/KEY.
  std::string operator()(const std::string& word, const std::string& key);
  /// Names the quantities of an observable's measurement.
  std::vector<NamedQuantity> of(const std::string& word, std::vector<Quantity> quantities);

 private:
  std::set<std::string> taken_;
  std::map<std::pair<std::string, std::string>, std::string> shared_;  // from key and origin to the name
};

/// The name of a quantity is its key, or WORD/KEY if an earlier observable of the list has a quantity with
/// that key. For example, the second observable of "charge,charge:improved4" has charge:improved4/charge.
/// Names depend on the list only.
class ObservableList {
 public:
  /// Takes a list as make_observables does, whose words in names have parameters by place, and the interval
  /// in steps of each observable in a chain; by default 1. Throws Error(bad_value).
  explicit ObservableList(const std::string& list, const std::vector<int>& intervals = {});

  std::size_t size() const { return entries_.size(); }
  /// Returns the ghost layers that all observables need on a split lattice, at least 1. Both functions throw
  /// Error(bad_value) for an observable that does not work on one.
  int layers() const;
  /// The same for observable n only.
  int layers(std::size_t n) const;
  const Observable& operator[](std::size_t n) const { return *entries_.at(n).observable; }
  const std::string& word(std::size_t n) const { return entries_.at(n).word; }
  int interval(std::size_t n) const { return entries_.at(n).interval; }

  /// Returns the quantities of one configuration: [observable][quantity].
  std::vector<std::vector<NamedQuantity>> measure(Measurement& measurement) const;
  /// Adds names to the measurements of the list's observables.
  std::vector<std::vector<NamedQuantity>> named(std::vector<std::vector<Quantity>> measured) const;

  /// Returns true if observable n could have measured these quantities on this lattice.
  bool expects(std::size_t n, const std::vector<Quantity>& quantities, const Geometry& geometry) const;

  /// Summarizes the quantities of all configurations in the order of their chain,
  /// [observable][configuration][quantity]. Keys of the summaries are names. Observables without a
  /// configuration are skipped. Times are in steps. By the Gamma method functions of means are reliable if
  /// the series has kEnough times the longest autocorrelation time of all observables, by its upper bound.
  /// `bin` is that of Observable.
  std::vector<Summary> summarize(const Geometry& geometry,
                                 const std::vector<std::vector<std::vector<Quantity>>>& ensembles,
                                 std::size_t bin) const;

 private:
  struct Entry {
    std::string word;
    std::unique_ptr<Observable> observable;
    int interval;
  };
  std::vector<Entry> entries_;
};

/// Allocates the memory of measurements on a NullDevice.
void take_memory(const ObservableList& observables, Measurement& m);
/// Returns the memory of the links and of these observables, one after the other.
MemoryNeed measure_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                          const ObservableList& observables);

}  // namespace glueball
