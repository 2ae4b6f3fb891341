#include "app/chain_series.hpp"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "app/json_line.hpp"
#include "app/measure_report.hpp"
#include "base/error.hpp"

namespace glueball::app {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has null for what is no number.
void flatten(const Json& value, std::vector<double>& into) {
  if (value.is_number())
    into.push_back(value.get<double>());
  else if (value.is_null())
    into.push_back(std::numeric_limits<double>::quiet_NaN());
  else if (value.is_array())
    for (const Json& part : value) flatten(part, into);
}

}  // namespace

ChainSeries::ChainSeries(const std::string& list, std::set<std::string> reserved)
    : list_(list), reserved_(std::move(reserved)), ensembles_(list_.size()) {}

bool ChainSeries::recorded(const NamedQuantity& q) const {
  return !q.quantity.fixed && !reserved_.contains(q.name);
}

void ChainSeries::measure(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums,
                          Json& physics) {
  Measurement measurement(lattice, u, sums);
  layout_ = list_.measure(measurement);
  for (const auto& quantities : layout_)
    for (const NamedQuantity& q : quantities)
      if (recorded(q) && !q.repeated) physics[q.name] = shaped(q.quantity.shape, q.quantity.values);
}

void ChainSeries::count(const Json& physics) {
  std::size_t present = 0, wanted = 0;
  std::vector<std::vector<Quantity>> all;
  for (const auto& quantities : layout_) {
    auto& values_of_entry = all.emplace_back();
    for (const NamedQuantity& named : quantities) {
      Quantity q = named.quantity;
      if (recorded(named)) {
        std::vector<double> values;
        if (const auto found = physics.find(named.name); found != physics.end()) flatten(*found, values);
        ++wanted;
        present += values.size() == q.values.size();
        q.values = std::move(values);
      }
      values_of_entry.push_back(std::move(q));
    }
  }
  if (present == 0) return;
  if (present < wanted)
    throw Error(ErrorKind::bad_file,
                "history.jsonl: a measured step lacks observables: " + json_line(physics),
                "start a new run from the last configuration");
  for (std::size_t n = 0; n < all.size(); ++n) ensembles_[n].push_back(std::move(all[n]));
}

std::vector<Summary> ChainSeries::summaries(const Geometry& geometry, int interval) const {
  std::vector<Summary> all = list_.summarize(geometry, ensembles_, 0);
  std::erase_if(all, [&](const Summary& s) { return reserved_.contains(s.key); });
  for (Summary& s : all)
    for (SeriesEstimate& e : s.estimates) e = in_steps(e, interval);
  return all;
}

void ChainSeries::summarize(const Geometry& geometry, int interval, Json& summary) const {
  for (const Summary& s : summaries(geometry, interval)) put_estimate(summary, s);
}

std::string ChainSeries::rows(const Geometry& geometry, int interval, const std::string& unit) const {
  std::string text;
  for (const Summary& s : summaries(geometry, interval))
    if (!s.fixed) text += summary_rows(s, unit);
  return text;
}

}  // namespace glueball::app
