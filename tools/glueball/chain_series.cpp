#include "chain_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/error.hpp"
#include "measure_report.hpp"

namespace glueball::app {
namespace {

void flatten(const Json& value, std::vector<double>& into) {
  if (value.is_number())
    into.push_back(value.get<double>());
  else if (value.is_array())
    for (const Json& part : value) flatten(part, into);
}

/// `name` and what its places are called, where they have names of their own.
std::string place(const std::string& name, const Summary& s, std::size_t n) {
  if (s.shape.empty()) return name;
  if (s.key == "polyakov") return name + (n == 0 ? " re" : " im");
  if (s.shape.size() == 1) return fmt::format("{} [{}]", name, n);
  return fmt::format("{} [{},{}]", name, n / s.shape[1], n % s.shape[1]);
}

}  // namespace

ChainSeries::ChainSeries(const std::string& list, std::set<std::string> reserved) : reserved_(std::move(reserved)) {
  std::istringstream words(list + ",");
  for (std::string word; std::getline(words, word, ',');)
    entries_.push_back({word, std::move(make_observables(word).front()), {}, {}});
}

void ChainSeries::measure(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums, Json& physics) {
  Measurement measurement(lattice, u, sums);
  std::set<std::string> taken;
  for (Entry& entry : entries_) {
    entry.layout.clear();
    for (Quantity& q : entry.observable->measure(measurement)) {
      Named named{q.key, std::move(q), true};
      named.recorded = !named.quantity.fixed && !reserved_.contains(named.name);
      if (named.recorded && !taken.insert(named.name).second) named.name = entry.word + "/" + named.name;
      if (named.recorded) physics[named.name] = shaped(named.quantity.shape, named.quantity.values);
      entry.layout.push_back(std::move(named));
    }
  }
}

void ChainSeries::count(const Json& physics) {
  std::size_t present = 0, wanted = 0;
  std::vector<std::vector<Quantity>> all;
  for (const Entry& entry : entries_) {
    auto& quantities = all.emplace_back();
    for (const Named& named : entry.layout) {
      Quantity q = named.quantity;
      if (named.recorded) {
        std::vector<double> values;
        if (const auto found = physics.find(named.name); found != physics.end()) flatten(*found, values);
        ++wanted;
        present += values.size() == q.values.size();
        q.values = std::move(values);
      }
      quantities.push_back(std::move(q));
    }
  }
  if (present == 0) return;
  if (present < wanted)
    throw Error(Status::bad_input, "history.jsonl: a measured step lacks observables: " + physics.dump(),
                "start a new run from the last configuration");
  for (std::size_t n = 0; n < entries_.size(); ++n) entries_[n].ensemble.push_back(std::move(all[n]));
}

std::vector<ChainSeries::NamedSummary> ChainSeries::summaries(const Geometry& geometry, int interval) const {
  std::vector<NamedSummary> all;
  std::set<std::string> taken;
  for (const Entry& entry : entries_) {
    if (entry.ensemble.empty()) continue;
    for (Summary& s : entry.observable->summarize(geometry, entry.ensemble, 1)) {
      if (reserved_.contains(s.key)) continue;
      for (auto* times : {&s.tau_int, &s.tau_int_errors})
        for (double& time : *times) time *= interval;
      const bool first = taken.insert(s.key).second;
      all.push_back({first ? s.key : entry.word + "/" + s.key, std::move(s)});
    }
  }
  return all;
}

void ChainSeries::summarize(const Geometry& geometry, int interval, Json& summary) const {
  for (const auto& [name, s] : summaries(geometry, interval)) {
    summary[name] = shaped(s.shape, s.means);
    if (s.fixed) continue;
    summary[name + "_error"] = shaped(s.shape, s.errors);
    if (s.tau_int.empty()) continue;
    summary[name + "_tau_int"] = shaped(s.shape, s.tau_int);
    summary[name + "_tau_int_error"] = shaped(s.shape, s.tau_int_errors);
  }
}

std::string ChainSeries::rows(const Geometry& geometry, int interval, const std::string& unit) const {
  std::string text;
  for (const auto& [name, s] : summaries(geometry, interval))
    for (std::size_t n = 0; n < s.means.size() && !s.fixed; ++n) {
      SeriesEstimate e{.mean = s.means[n], .error = s.errors[n]};
      if (!s.tau_int.empty()) e.tau_int = s.tau_int[n], e.tau_int_error = s.tau_int_errors[n];
      text += summary_row(place(name, s, n), e, s.tau_int.empty() ? "" : unit);
    }
  return text;
}

std::string summary_row(const std::string& name, const SeriesEstimate& e, const std::string& unit) {
  std::string text = fmt::format("{:<24} {:>12.7f} +- {:.7f}", name, e.mean, e.error);
  if (!unit.empty()) text += fmt::format("  (tau_int {:.2f} +- {:.2f} {})", e.tau_int, e.tau_int_error, unit);
  return text + "\n";
}

}  // namespace glueball::app
