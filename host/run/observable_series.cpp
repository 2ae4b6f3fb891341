#include "run/observable_series.hpp"

#include "base/error.hpp"

namespace glueball {

ObservableSeries::ObservableSeries(const std::string& list, std::set<std::string> reserved)
    : list_(list), reserved_(std::move(reserved)), ensembles_(list_.size()) {}

bool ObservableSeries::recorded(const NamedQuantity& q) const {
  return !q.quantity.fixed && !reserved_.contains(q.name);
}

std::vector<RecordedValues> ObservableSeries::measure(Measurement& measurement) {
  layout_ = list_.measure(measurement);
  std::vector<RecordedValues> all;
  for (const auto& quantities : layout_)
    for (const NamedQuantity& q : quantities)
      if (recorded(q) && !q.repeated) all.push_back({q.name, q.quantity.shape, q.quantity.values});
  return all;
}

void ObservableSeries::count(const StepRecord& record) {
  if (record.observables.empty()) return;
  std::vector<std::vector<Quantity>> all;
  for (const auto& quantities : layout_) {
    auto& of_entry = all.emplace_back();
    for (const NamedQuantity& named : quantities) {
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
  }
  for (std::size_t n = 0; n < all.size(); ++n) ensembles_[n].push_back(std::move(all[n]));
}

std::vector<Summary> ObservableSeries::summaries(const Geometry& geometry, int interval) const {
  std::vector<Summary> all = list_.summarize(geometry, ensembles_, 0);
  std::erase_if(all, [&](const Summary& s) { return reserved_.contains(s.key); });
  for (Summary& s : all)
    for (SeriesEstimate& e : s.estimates) e.tau_int *= interval, e.tau_int_error *= interval;
  return all;
}

}  // namespace glueball
