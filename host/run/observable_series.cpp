#include "run/observable_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <sstream>

#include "base/error.hpp"
#include "base/read_number.hpp"
#include "measure/observable_parameters.hpp"

namespace glueball {
namespace {

struct Entry {
  std::string word;
  int interval;
};

Entry entry_of(const std::string& text, int measure_interval) {
  const std::size_t at = text.find('@');
  if (at == std::string::npos) return {text, measure_interval};
  const std::string word = text.substr(0, at);
  int steps = 0;
  if (!read_number(std::string_view(text).substr(at + 1), steps) || steps < 1)
    throw Error(ErrorKind::bad_value,
                fmt::format("observable '{}': '{}' is no number of steps", text, text.substr(at + 1)),
                fmt::format("give {}@{} to measure it every {} steps", word,
                            10 * std::int64_t(measure_interval), 10 * std::int64_t(measure_interval)));
  if (steps % measure_interval != 0)
    throw Error(
        ErrorKind::bad_value,
        fmt::format("observable '{}' every {} steps, where the chain is measured every {}: no multiple of it",
                    word, steps, measure_interval),
        fmt::format("give {}@{}, or another <measure_interval>", word,
                    (steps / measure_interval + 1) * std::int64_t(measure_interval)));
  return {word, steps};
}

}  // namespace

ObservableList chain_observables(const std::string& given, int measure_interval) {
  const std::string list = by_place(given);
  std::vector<Entry> entries;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) entries.push_back(entry_of(word, measure_interval));
  if (list.ends_with(',')) entries.push_back({"", measure_interval});  // an error, as in every list
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.interval < b.interval; });
  std::string plain;
  std::vector<int> intervals;
  for (const Entry& entry : entries) {
    plain += (intervals.empty() ? "" : ",") + entry.word;
    intervals.push_back(entry.interval);
  }
  return ObservableList(plain, intervals);
}

ObservableSeries::ObservableSeries(const std::string& list, int measure_interval,
                                   std::set<std::string> reserved)
    : list_(chain_observables(list, measure_interval)),
      reserved_(std::move(reserved)),
      layout_(list_.size()),
      ensembles_(list_.size()) {}

bool ObservableSeries::recorded(const NamedQuantity& q) const {
  return !q.quantity.fixed && !reserved_.contains(q.name);
}

std::vector<RecordedValues> ObservableSeries::measure(Measurement& measurement, int n) {
  std::optional<Error> failed;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (!due(i, n)) continue;
    std::vector<Quantity> quantities;
    try {
      quantities = list_[i].measure(measurement);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::not_converged) throw;
      if (!failed) failed = Error(error.kind(), list_.word(i) + ": " + error.message(), error.hint());
      for (NamedQuantity& q : layout_[i])
        if (!q.quantity.fixed) std::ranges::fill(q.quantity.values, std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    if (layout_[i].empty())
      layout_[i] = names_.of(list_.word(i), std::move(quantities));
    else
      for (std::size_t k = 0; k < quantities.size(); ++k)
        layout_[i].at(k).quantity = std::move(quantities[k]);
  }
  if (failed) throw Error(*failed);
  return layout(n);
}

int ObservableSeries::layers(int n) const {
  int most = 1;
  for (std::size_t i = 0; i < list_.size(); ++i)
    if (due(i, n)) most = std::max(most, list_.layers(i));
  return most;
}

std::vector<RecordedValues> ObservableSeries::layout(int n) const {
  std::vector<RecordedValues> all;
  std::set<std::string>
      there;  // a repeated quantity is missing if the observable that has it first is not due
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (!due(i, n)) continue;
    for (const NamedQuantity& q : layout_[i])
      if (recorded(q) && there.insert(q.name).second)
        all.push_back({q.name, q.quantity.shape, q.quantity.values});
  }
  return all;
}

void ObservableSeries::count(const StepRecord& record, int n) {
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (!due(i, n)) continue;
    std::vector<Quantity> of_entry;
    for (const NamedQuantity& named : layout_[i]) {
      Quantity q = named.quantity;
      if (recorded(named)) {
        const RecordedValues* values = record.observable(named.name);
        if (values == nullptr || values->values.size() != q.values.size())
          throw Error(ErrorKind::bad_file,
                      "history.jsonl: step " + std::to_string(record.step) + " lacks values of " + named.name,
                      "start a new run from the last configuration");
        q.values = values->values;
      }
      of_entry.push_back(std::move(q));
    }
    ensembles_[i].push_back(std::move(of_entry));
  }
}

void ObservableSeries::require_number(const std::string& name) const {
  std::string known;
  for (const RecordedValues& values : layout(0)) {
    if (values.values.size() == 1) known += (known.empty() ? "" : ", ") + values.name;
    if (values.name != name) continue;
    if (values.values.size() == 1) return;
    throw Error(ErrorKind::bad_value,
                name + " is " + std::to_string(values.values.size()) + " numbers, but a range needs one",
                "give <save_where> a quantity that is one number");
  }
  throw Error(ErrorKind::bad_value, "the chain measures no '" + name + "'", "it has " + known);
}

std::vector<Summary> ObservableSeries::summaries(const Geometry& geometry) const {
  std::vector<Summary> all = list_.summarize(geometry, ensembles_, 0);
  std::erase_if(all, [&](const Summary& s) { return reserved_.contains(s.key); });
  return all;
}

}  // namespace glueball
