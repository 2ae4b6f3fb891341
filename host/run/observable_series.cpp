#include "run/observable_series.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace glueball {

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
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (!due(i, n)) continue;
    std::vector<Quantity> quantities = list_[i].measure(measurement);
    if (layout_[i].empty())
      layout_[i] = names_.of(list_.word(i), std::move(quantities));
    else
      for (std::size_t k = 0; k < quantities.size(); ++k)
        layout_[i].at(k).quantity = std::move(quantities[k]);
  }
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
