#include "measure/potential_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "measure/observable_words.hpp"

namespace glueball {

FitRange fit_range(const std::string& name, const std::vector<std::string>& words, std::size_t n,
                   int longest) {
  FitRange fit;
  fit.t = number_of(name, words, n, "time to fit at", 1, 0);
  fit.r_min = number_of(name, words, n + 1, "shortest distance", 0.0, fit.r_min);
  fit.r_max = number_of(name, words, n + 2, "longest distance", 0.0, 0.0);
  no_more_words(name, words, n + 3);
  if (fit.t > 0 && longest > 0 && fit.t + 1 > longest)
    throw Error(ErrorKind::bad_value,
                name + ": the potential at " + std::to_string(fit.t) + " is of lengths up to " +
                    std::to_string(fit.t + 1) + ", these are up to " + std::to_string(longest),
                "fit at an earlier time, or measure longer ones");
  return fit;
}

void PotentialRows::require_points(const std::string& name, const FitRange& fit) const {
  const auto inside =
      std::count_if(r.begin(), r.end(), [&](double x) { return x >= fit.r_min && x <= fit.r_max; });
  if (std::size_t(inside) >= kFewestPoints) return;
  const auto shown = [](double x) { return std::to_string(x).substr(0, std::to_string(x).find('.') + 3); };
  throw Error(ErrorKind::bad_value,
              name + ": " + std::to_string(inside) + " distances between " + shown(fit.r_min) + " and " +
                  shown(fit.r_max) + ", a fit of three parameters needs " + std::to_string(kFewestPoints),
              "fit a longer range of distances, or leave the fit's parameters out");
}

PotentialData PotentialRows::data(std::span<const std::vector<Quantity>> ensemble, std::size_t quantity,
                                  int t, double r_min, double r_max) const {
  PotentialData d;
  d.samples.resize(ensemble.size());
  for (std::size_t n = 0; n < r.size(); ++n) {
    if (r[n] < r_min || r[n] > r_max) continue;
    d.r.push_back(r[n]);
    const std::size_t at = n * std::size_t(longest) + std::size_t(t - 1);
    for (std::size_t i = 0; i < ensemble.size(); ++i) {
      const auto& c = ensemble[i][quantity].values;
      d.samples[i].insert(d.samples[i].end(), {c.at(at), c.at(at + 1)});
    }
  }
  return d;
}

std::vector<Summary> PotentialRows::summarize(const std::string& name, const FitRange& fit,
                                              std::span<const std::vector<Quantity>> ensemble,
                                              std::size_t quantity, std::size_t bin) const {
  Summary table{name, {r.size(), std::size_t(longest - 1)}, {}, false, true};
  for (std::size_t n = 0; n < r.size(); ++n)
    for (int t = 1; t < longest; ++t)
      table.estimates.push_back(potential_at(data(ensemble, quantity, t, r[n], r[n]), 0, bin));
  std::vector<Summary> all{table};
  if (fit.t == 0) return all;
  for (Summary& s : summarize_fit(name, data(ensemble, quantity, fit.t, fit.r_min, fit.r_max), bin))
    all.push_back(std::move(s));
  return all;
}

Graph PotentialRows::graph(const FitRange& fit, std::span<const std::vector<Quantity>> ensemble,
                           std::size_t quantity, std::size_t bin) const {
  constexpr int kMost = 6;
  Graph g{"Static potential", "r / a", "a V(r)", {}};
  const int first = fit.t > 0 ? fit.t : 1, last = fit.t > 0 ? fit.t : std::min(kMost, longest - 1);
  for (int t = first; t <= last; ++t) {
    Curve& curve = g.curves.emplace_back();
    curve.name = "t / a = " + std::to_string(t);
    for (const PotentialPoint& p : potential_points(data(ensemble, quantity, t, 0, HUGE_VAL), bin)) {
      curve.x.push_back(p.r);
      curve.y.push_back(p.v);
      curve.errors.push_back(p.error);
    }
  }
  if (fit.t == 0) return g;
  const auto points = potential_points(data(ensemble, quantity, fit.t, fit.r_min, fit.r_max), bin);
  const auto fitted = fit_potential(points);
  if (!fitted) return g;
  const auto [nearest, farthest] =
      std::minmax_element(points.begin(), points.end(),
                          [](const PotentialPoint& p, const PotentialPoint& q) { return p.r < q.r; });
  constexpr int kSteps = 30;
  Curve& curve = g.curves.emplace_back();
  g.title += ", and V₀ + σ r − e / r";
  curve.name = "fit";
  for (int n = 0; n <= kSteps; ++n) {
    curve.x.push_back(nearest->r + (farthest->r - nearest->r) * n / kSteps);
    curve.y.push_back(fitted->at(curve.x.back()));
  }
  return g;
}

}  // namespace glueball
