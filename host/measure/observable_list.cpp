#include "measure/observable_list.hpp"

#include <algorithm>
#include <sstream>

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "gpu/null_device.hpp"

namespace glueball {
namespace {

/// Marks short series as unreliable: a slow mode of the chain may be visible in one observable and hidden by
/// noise in a ratio of others, whose error it affects too. `intervals` are the steps between values of each
/// observable.
void doubt_short_series(std::vector<Summary>& all, const std::vector<int>& intervals) {
  double longest = 0;
  for (const Summary& s : all)
    if (!s.derived && !s.fixed)
      for (const SeriesEstimate& e : s.estimates) longest = std::max(longest, e.upper_time);
  for (std::size_t n = 0; n < all.size(); ++n)
    if (all[n].derived)
      for (SeriesEstimate& e : all[n].estimates)
        e.reliable = e.reliable && double(e.values) * intervals[n] >= kEnough * longest;
}

bool same_layout(const Quantity& a, const Quantity& b) { return a.key == b.key && a.shape == b.shape; }

}  // namespace

std::string QuantityNames::operator()(const std::string& word, const std::string& key) {
  const std::string name = taken_.contains(key) ? word + "/" + key : key;
  taken_.insert(name);
  return name;
}

std::vector<NamedQuantity> QuantityNames::of(const std::string& word, std::vector<Quantity> quantities) {
  std::vector<NamedQuantity> named;
  for (Quantity& q : quantities) {
    const auto known = q.origin.empty() ? shared_.end() : shared_.find({q.key, q.origin});
    const bool repeated = known != shared_.end();
    const std::string name = repeated ? known->second : (*this)(word, q.key);
    if (!repeated && !q.origin.empty()) shared_[{q.key, q.origin}] = name;
    named.push_back({name, std::move(q), repeated});
  }
  return named;
}

ObservableList::ObservableList(const std::string& list, const std::vector<int>& intervals) {
  std::istringstream words(by_place(list));
  for (auto& observable : make_observables(list)) {
    std::string word;
    std::getline(words, word, ',');
    const int interval = intervals.empty() ? 1 : intervals.at(entries_.size());
    entries_.push_back({word, std::move(observable), interval});
  }
}

int ObservableList::layers() const {
  int most = 1;
  for (std::size_t n = 0; n < entries_.size(); ++n) most = std::max(most, layers(n));
  return most;
}

int ObservableList::layers(std::size_t n) const {
  const int layers = entries_.at(n).observable->layers();
  if (layers == 0)
    throw Error(ErrorKind::bad_value, "observable '" + word(n) + "' is not measured on several ranks yet",
                "leave it out, or start one process");
  return layers;
}

std::vector<std::vector<NamedQuantity>> ObservableList::measure(Measurement& measurement) const {
  std::vector<std::vector<Quantity>> measured;
  for (const Entry& entry : entries_) measured.push_back(entry.observable->measure(measurement));
  return named(std::move(measured));
}

std::vector<std::vector<NamedQuantity>> ObservableList::named(
    std::vector<std::vector<Quantity>> measured) const {
  QuantityNames names;
  std::vector<std::vector<NamedQuantity>> all;
  for (std::size_t n = 0; n < entries_.size(); ++n)
    all.push_back(names.of(entries_[n].word, std::move(measured.at(n))));
  return all;
}

bool ObservableList::expects(std::size_t n, const std::vector<Quantity>& quantities,
                             const Geometry& geometry) const {
  std::size_t any = kAnyExtent;
  const auto extent_fits = [&](std::size_t measured, std::size_t expected) {
    if (expected != kAnyExtent) return measured == expected;
    if (any == kAnyExtent) any = measured;
    return measured > 0 && measured == any;
  };
  const auto expected = (*this)[n].expected(geometry);
  return expected.empty() ||
         std::ranges::equal(quantities, expected, [&](const Quantity& a, const Quantity& b) {
           return a.key == b.key && std::ranges::equal(a.shape, b.shape, extent_fits);
         });
}

std::vector<Summary> ObservableList::summarize(
    const Geometry& geometry, const std::vector<std::vector<std::vector<Quantity>>>& ensembles,
    std::size_t bin) const {
  QuantityNames names;
  std::vector<Summary> all;
  std::vector<int> intervals;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (ensembles.at(i).empty()) continue;
    for (const auto& quantities : ensembles[i])
      if (!std::ranges::equal(quantities, ensembles[i].front(), same_layout))
        throw Error(ErrorKind::bad_file,
                    "observable '" + entries_[i].word + "' has other quantities in some configurations",
                    "start a new run");
    for (Summary& s : entries_[i].observable->summarize(geometry, ensembles[i], bin)) {
      s.key = names(entries_[i].word, s.key);
      const int interval = entries_[i].interval;
      for (SeriesEstimate& e : s.estimates) {
        e.tau_int *= interval;
        e.tau_int_error *= interval;
        e.upper_time *= interval;
      }
      intervals.push_back(interval);
      all.push_back(std::move(s));
    }
  }
  doubt_short_series(all, intervals);
  return all;
}

void take_memory(const ObservableList& observables, Measurement& m) {
  for (std::size_t n = 0; n < observables.size(); ++n) {
    try {
      observables[n].take_memory(m);
    } catch (const gpu::NoAnswer&) {  // at a solve, which has all its memory; others follow
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_value) throw;
      m.wilson_loops(1, 1);  // loops larger than the NullDevice's lattice need the same memory
    }
  }
}

MemoryNeed measure_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                          const ObservableList& observables) {
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    const DeviceLattice lattice(null_device, start.geometry(), options);
    GaugeField u(lattice);
    GlobalSums sums(lattice);
    upload(start, u);
    Measurement m(lattice, u, sums);
    take_memory(observables, m);
  });
}

}  // namespace glueball
