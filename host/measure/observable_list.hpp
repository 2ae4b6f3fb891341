// The observables of a list, and one name for each of their quantities.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "measure/observable.hpp"

namespace glueball {

/// A quantity as records and tables name it.
struct NamedQuantity {
  std::string name;
  Quantity quantity;
  bool repeated = false;  ///< an earlier one of the same name has the same numbers
};

/// Gives quantities their names, those of one observable after those of another.
class QuantityNames {
 public:
  /// The key where nothing has it yet, otherwise WORD/KEY.
  std::string operator()(const std::string& word, const std::string& key);
  /// Those of what an observable has measured.
  std::vector<NamedQuantity> of(const std::string& word, std::vector<Quantity> quantities);

 private:
  std::set<std::string> taken_;
  std::map<std::pair<std::string, std::string>, std::string> shared_;  // key and origin to the name
};

/// A name is the key of the quantity, or WORD/KEY where an earlier observable of the list has a quantity of
/// that key already: of "charge,charge:improved4" those of the second are charge:improved4/charge and so on.
/// Names depend on the list alone.
class ObservableList {
 public:
  /// Of a list as make_observables takes it, in a chain each every so many steps; by default every one.
  /// Throws Error(bad_value).
  explicit ObservableList(const std::string& list, const std::vector<int>& intervals = {});

  std::size_t size() const { return entries_.size(); }
  /// Layers of the neighbours' sites that any of them reads on a lattice that is split, at least 1. Both
  /// throw Error(bad_value) for an observable that is not made for that.
  int layers() const;
  /// The same of observable n alone.
  int layers(std::size_t n) const;
  const Observable& operator[](std::size_t n) const { return *entries_.at(n).observable; }
  const std::string& word(std::size_t n) const { return entries_.at(n).word; }
  int interval(std::size_t n) const { return entries_.at(n).interval; }

  /// Of one configuration: [observable][quantity].
  std::vector<std::vector<NamedQuantity>> measure(Measurement& measurement) const;
  /// What the observables of the list have measured, with names.
  std::vector<std::vector<NamedQuantity>> named(std::vector<std::vector<Quantity>> measured) const;

  /// Of the quantities of all configurations in the order of their chain,
  /// [observable][configuration][quantity]; keys of the summaries are names. Observables without a
  /// configuration are passed over. Times are in steps. By the Gamma method functions of means are reliable
  /// where the series has kEnough times the longest memory of all observables, by its upper bound. `bin` as
  /// Observable has it.
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

}  // namespace glueball
