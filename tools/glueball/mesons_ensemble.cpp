#include "mesons_ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/measure_report.hpp"
#include "base/error.hpp"
#include "measure/jackknife.hpp"
#include "mesons_report.hpp"
#include "quark/mesons.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

using Json = nlohmann::ordered_json;

/// Returns means of the n-th correlator's channels, and of the effective mass of the pion.
std::vector<Summary> summaries_of(const std::vector<std::vector<MesonCorrelators>>& results, std::size_t n,
                                  const QuarkOptions& quark, std::size_t bin) {
  std::vector<std::vector<std::pair<std::string, std::vector<double>>>> tables;
  std::vector<std::vector<double>> pions;
  for (const auto& of_file : results) {
    tables.push_back(meson_table(quark, of_file.at(n)));
    pions.push_back(of_file.at(n).channel("pion"));
  }
  std::vector<Summary> all;
  for (std::size_t channel = 0; channel < tables.front().size(); ++channel) {
    const auto& [name, first] = tables.front()[channel];
    Summary s{.key = name, .shape = {first.size()}, .estimates = {}};
    for (std::size_t d = 0; d < first.size(); ++d) {
      std::vector<double> series;
      for (const auto& table : tables) series.push_back(table[channel].second.at(d));
      s.estimates.push_back(estimate(series, bin));
    }
    all.push_back(std::move(s));
  }
  Summary masses{
      .key = "pion_mass", .shape = {cosh_masses(pions.front()).size()}, .estimates = {}, .derived = true};
  for (std::size_t t = 0; t < masses.shape[0]; ++t)
    masses.estimates.push_back(estimate(
        pions,
        [t](std::span<const double> means) {
          return cosh_masses({means.begin(), means.end()}).at(t).value_or(kUnknown);
        },
        bin));
  all.push_back(std::move(masses));
  return all;
}

std::string momentum_of(const MesonCorrelators& r) {
  const Site& p = r.momentum;
  return fmt::format("momentum {},{},{},{}", p[0], p[1], p[2], p[3]);
}

}  // namespace

void MesonEnsemble::add(const std::string& file, const std::vector<MesonCorrelators>& results) {
  if (!empty()) {
    const std::size_t here = results.front().channel("pion").size(),
                      first = results_.front().front().channel("pion").size();
    if (here != first)
      throw Error(ErrorKind::bad_file,
                  fmt::format("{}: its correlators have {} distances, those of {} have {}", file, here,
                              files_.front(), first),
                  "give configurations of one lattice");
  }
  files_.push_back(file);
  results_.push_back(results);
}

std::string MesonEnsemble::json(const QuarkOptions& quark, std::size_t bin) const {
  std::string text;
  for (std::size_t n = 0; n < results_.front().size(); ++n) {
    const MesonCorrelators& r = results_.front()[n];
    Json summary = {{"files", files_.size()},
                    {"direction", std::string(1, "xyzt"[r.direction])},
                    {"momentum", r.momentum}};
    if (quark.masses.size() > 1) summary["masses"] = {quark.masses[r.quarks[0]], quark.masses[r.quarks[1]]};
    for (const Summary& s : summaries_of(results_, n, quark, bin)) put_estimate(summary, s);
    text += json_line({{"summary", summary}}) + "\n";
  }
  return text;
}

std::string MesonEnsemble::text(const QuarkOptions& quark, std::size_t bin) const {
  std::string text = fmt::format("mean of {} configurations, one chain in this order\n", files_.size());
  for (std::size_t n = 0; n < results_.front().size(); ++n) {
    const MesonCorrelators& r = results_.front()[n];
    if (quark.masses.size() > 1)
      text += fmt::format("masses {} and {}\n", quark.masses[r.quarks[0]], quark.masses[r.quarks[1]]);
    text += fmt::format("{} in units of 2 pi / L, along {}\n", momentum_of(r), "xyzt"[r.direction]);
    for (const Summary& s : summaries_of(results_, n, quark, bin))
      text += summary_rows(s, "configurations", 9);
  }
  return text;
}

Graph MesonEnsemble::graph(const QuarkOptions& quark, std::size_t bin) const {
  const MesonCorrelators& r = results_.front().front();
  Graph g{.title = fmt::format("Meson correlators, {}", momentum_of(r)),
          .x_label = fmt::format("{} / a", "xyzt"[r.direction]),
          .y_label = "C",
          .curves = {},
          .y_logarithmic = true};
  for (Summary& s : summaries_of(results_, 0, quark, bin)) {
    if (s.derived) continue;
    // Some channels are negative.
    if (s.estimates.front().mean < 0) {
      s.key = "-" + s.key;
      for (SeriesEstimate& e : s.estimates) e.mean = -e.mean;
    }
    g.curves.push_back(above_errors(s.key, s.estimates, 0));
  }
  return g;
}

}  // namespace glueball::app
