#include "heatbath_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/progress.hpp"
#include "measure/statistics.hpp"

namespace glueball::app {

using Json = nlohmann::ordered_json;

void HeatbathReport::add(const HeatbathMeasurement& m) {
  deviation_ = std::max(deviation_, m.unitarity_deviation);
  if (m.step < first_counted_) return;
  plaquette_.push_back(m.plaquette.average());
  spatial_.push_back(m.plaquette.spatial);
  temporal_.push_back(m.plaquette.temporal);
}

void HeatbathReport::add_history(const std::string& line) {
  const Json object = Json::parse(line);
  if (!object.contains("step")) return;
  const Json& physics = object.at("physics");
  add({.step = object.at("step").get<int>(),
       .plaquette = {physics.at("plaquette_spatial").get<double>(), physics.at("plaquette_temporal").get<double>()},
       .unitarity_deviation = object.at("diagnostics").at("unitarity_deviation").get<double>()});
}

std::string HeatbathReport::json_line(const HeatbathMeasurement& m) const {
  const Json object = {{"step", m.step},
                       {"beta", beta_},
                       {"plaquette", m.plaquette.average()},
                       {"plaquette_spatial", m.plaquette.spatial},
                       {"plaquette_temporal", m.plaquette.temporal},
                       {"unitarity_deviation", m.unitarity_deviation},
                       {"seconds", m.seconds}};
  return object.dump();
}

std::string HeatbathReport::history_line(const HeatbathMeasurement& m) const {
  const Json object = {{"step", m.step},
                       {"physics",
                        {{"beta", beta_},
                         {"plaquette", m.plaquette.average()},
                         {"plaquette_spatial", m.plaquette.spatial},
                         {"plaquette_temporal", m.plaquette.temporal}}},
                       {"diagnostics", {{"unitarity_deviation", m.unitarity_deviation}, {"seconds", m.seconds}}}};
  return object.dump();
}

std::string HeatbathReport::note(const HeatbathMeasurement& m) const {
  return fmt::format("plaquette {:.6f}  {:.3g} s a step", m.plaquette.average(), m.seconds);
}

std::string HeatbathReport::summary_json(double seconds) const {
  const auto plaquette = gamma_method(plaquette_), spatial = gamma_method(spatial_), temporal = gamma_method(temporal_);
  const Json summary = {{"measurements", plaquette_.size()},
                        {"plaquette", plaquette.mean},
                        {"plaquette_error", plaquette.error},
                        {"plaquette_tau_int", plaquette.tau_int * interval_},
                        {"plaquette_tau_int_error", plaquette.tau_int_error * interval_},
                        {"plaquette_spatial", spatial.mean},
                        {"plaquette_spatial_error", spatial.error},
                        {"plaquette_temporal", temporal.mean},
                        {"plaquette_temporal_error", temporal.error},
                        {"unitarity_deviation", deviation_},
                        {"seconds", seconds}};
  return Json{{"summary", summary}}.dump();
}

std::string HeatbathReport::summary_text(double seconds) const {
  if (plaquette_.empty()) return fmt::format("no measurement after thermalization; {}\n", duration(seconds));
  std::string text = fmt::format("{} measurements counted, {}\n", plaquette_.size(), duration(seconds));
  const auto row = [&](const char* name, const std::vector<double>& series) {
    const auto e = gamma_method(series);
    text += fmt::format("{:<20} {:.7f} +- {:.7f}  (tau_int {:.2f} +- {:.2f} steps)\n", name, e.mean, e.error,
                        e.tau_int * interval_, e.tau_int_error * interval_);
  };
  row("plaquette", plaquette_);
  row("plaquette spatial", spatial_);
  row("plaquette temporal", temporal_);
  return text + fmt::format("{:<20} {:.1e} before a step's links are brought back to SU(3)\n", "unitarity", deviation_);
}

}  // namespace glueball::app
