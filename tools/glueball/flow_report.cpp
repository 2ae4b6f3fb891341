#include "flow_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/measure_report.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

/// Returns null in JSON for no number.
nlohmann::ordered_json number(std::optional<double> x) {
  return x ? nlohmann::ordered_json(*x) : nlohmann::ordered_json(nullptr);
}

std::string four(const std::string& t0, const std::string& t0_plaquette, const std::string& w0,
                 const std::string& w0_plaquette) {
  return fmt::format("t0/a^2  clover {}, plaquette {}\nw0/a    clover {}, plaquette {}\n", t0, t0_plaquette,
                     w0, w0_plaquette);
}

}  // namespace

nlohmann::ordered_json row_json(const FlowRow& row) {
  const FlowRecord& r = row.record;
  nlohmann::ordered_json object = {{"t", r.t},
                                   {"energy", r.density.energy()},
                                   {"t2e", r.t2e()},
                                   {"charge", r.density.charge},
                                   {"energy_plaquette", r.density.plaquette}};
  if (!row.observed.empty()) object["observables"] = quantities_json(row.quantities());
  return object;
}

std::string row_title() {
  return fmt::format("{:>8} {:>14} {:>14} {:>14} {:>12}\n", "t", "E", "t^2 E", "E plaquette", "charge");
}

std::string row_text(const FlowRow& row) {
  const FlowRecord& r = row.record;
  return fmt::format("{:>8.4f} {:>14.8f} {:>14.8f} {:>14.8f} {:>12.6f}\n", r.t, r.density.energy(), r.t2e(),
                     r.density.plaquette, r.density.charge) +
         quantities_text(row.quantities());
}

nlohmann::ordered_json scales_json(const FlowFile& file) {
  const FlowCurve clover = file.clover(), plaquette = file.plaquette();
  return {{"t0", number(clover.t0())},
          {"w0", number(clover.w0())},
          {"t0_plaquette", number(plaquette.t0())},
          {"w0_plaquette", number(plaquette.w0())},
          {"steps", file.steps},
          {"rejected", file.rejected}};
}

std::string scales_text(const FlowFile& file) {
  const auto text = [](std::optional<double> x) {
    return x ? fmt::format("{:.6f}", *x) : std::string("not reached");
  };
  const FlowCurve clover = file.clover(), plaquette = file.plaquette();
  return four(text(clover.t0()), text(plaquette.t0()), text(clover.w0()), text(plaquette.w0()));
}

namespace {

nlohmann::ordered_json means_json(const FlowScales& clover, const FlowScales& plaquette, std::size_t files,
                                  std::size_t bin) {
  nlohmann::ordered_json means = {{"files", files}, {"bin", bin}};
  const auto put = [&](const std::string& key, const ScaleEstimate& scale) {
    means[key] = number(scale.value);
    means[key + "_error"] = number(scale.error);
    if (bin == 0) means[key + "_tau_int"] = number(scale.tau_int);
    means[key + "_reliable"] = scale.reliable;
    if (scale.missed > 0) means[key + "_missed"] = scale.missed;
  };
  put("t0", clover.t0);
  put("w0", clover.w0);
  put("t0_plaquette", plaquette.t0);
  put("w0_plaquette", plaquette.w0);
  return means;
}

std::string means_text(const FlowScales& clover, const FlowScales& plaquette, std::size_t files,
                       std::size_t bin) {
  const auto text = [&](const ScaleEstimate& scale) {
    if (!scale.value) return std::string("not reached");
    if (scale.error)
      return fmt::format("{:.6f} +- {:.6f}{}", *scale.value, *scale.error,
                         scale.reliable ? ""
                         : bin == 0     ? " (too few to be sure)"
                                        : " (too few, or bins too short, to be sure)");
    if (bin == 0) return fmt::format("{:.6f} (no error: too few, or near the end of the flow)", *scale.value);
    if (scale.missed == 0) return fmt::format("{:.6f} (no error: fewer than two bins)", *scale.value);
    return fmt::format("{:.6f} (no error: {} of {} jackknife samples do not reach it)", *scale.value,
                       scale.missed, files / bin);
  };
  return fmt::format("mean of {} configurations\n", files) +
         four(text(clover.t0), text(plaquette.t0), text(clover.w0), text(plaquette.w0));
}

void print_scale_means(const std::vector<FlowFile>& files, std::size_t bin, bool json) {
  std::vector<FlowCurve> clovers, plaquettes;
  for (const FlowFile& file : files) {
    clovers.push_back(file.clover());
    plaquettes.push_back(file.plaquette());
  }
  const FlowScales clover = flow_scales(clovers, bin), plaquette = flow_scales(plaquettes, bin);
  if (json)
    fmt::print("{}\n", json_line({{"summary", means_json(clover, plaquette, files.size(), bin)}}));
  else
    fmt::print("{}", means_text(clover, plaquette, files.size(), bin));
}

}  // namespace

void print_means(const std::vector<FlowFile>& files, const std::optional<ObservableList>& observables,
                 std::size_t bin, bool json) {
  print_scale_means(files, bin, json);
  if (!observables) return;
  for (std::size_t n = 0; n < files.front().rows.size(); ++n) {
    std::vector<std::vector<std::vector<Quantity>>> ensembles(observables->size());
    for (const FlowFile& file : files)
      for (std::size_t i = 0; i < ensembles.size(); ++i) {
        auto& quantities = ensembles[i].emplace_back();
        for (const NamedQuantity& q : file.rows.at(n).observed.at(i)) quantities.push_back(q.quantity);
      }
    const double t = files.front().rows[n].record.t;
    const auto all = observables->summarize(Geometry(files.front().lattice), ensembles, bin);
    if (json) {
      nlohmann::ordered_json object = {{"t", t}};
      object.update(summary_object(files.size(), all));
      fmt::print("{}\n", json_line({{"summary", object}}));
    } else {
      fmt::print("t = {:.4f}: {}", t, summary_text(files.size(), all));
    }
  }
}

}  // namespace glueball::app
