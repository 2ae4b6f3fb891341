#include "measure/potential_fit.hpp"

#include <cmath>

#include "eigen/small_matrices.hpp"
#include "measure/jackknife.hpp"

namespace glueball {
namespace {

constexpr double kForce = 1.65;

/// Returns NaN if one argument is negative, also if both are.
double potential_of(double c, double one_more) { return std::log(c) - std::log(one_more); }

}  // namespace

double PotentialFit::r0() const { return std::sqrt((kForce - coulomb) / string_tension); }

std::optional<PotentialFit> fit_potential(std::span<const PotentialPoint> points) {
  if (points.size() < kFewestPoints) return {};
  std::vector<std::vector<double>> rows;
  std::vector<double> values, weights;
  for (const PotentialPoint& p : points) {
    if (!(p.error > 0)) return {};
    rows.push_back({1, p.r, -1 / p.r});
    values.push_back(p.v);
    weights.push_back(1 / p.error);
  }
  const std::vector<double> x = least_squares(rows, values, weights);
  if (x.empty()) return {};
  PotentialFit fit{x[0], x[1], x[2]};
  for (const PotentialPoint& p : points) fit.chi2 += std::pow((fit.at(p.r) - p.v) / p.error, 2);
  return fit;
}

SeriesEstimate potential_at(const PotentialData& data, std::size_t n, std::size_t bin) {
  std::vector<std::vector<double>> pair;
  for (const auto& sample : data.samples) pair.push_back({sample.at(2 * n), sample.at(2 * n + 1)});
  return estimate(
      pair, [](std::span<const double> c) { return potential_of(c[0], c[1]); }, bin);
}

std::vector<PotentialPoint> potential_points(const PotentialData& data, std::size_t bin) {
  std::vector<PotentialPoint> points;
  for (std::size_t n = 0; n < data.r.size(); ++n) {
    const SeriesEstimate v = potential_at(data, n, bin);
    if (std::isfinite(v.mean) && v.error > 0) points.push_back({data.r[n], v.mean, v.error});
  }
  return points;
}

std::vector<Summary> summarize_fit(const std::string& name, const PotentialData& data, std::size_t bin) {
  const std::vector<PotentialPoint> points = potential_points(data, bin);
  std::vector<std::size_t> used;  // indices of data.r
  for (std::size_t n = 0; n < data.r.size() && used.size() < points.size(); ++n)
    if (data.r[n] == points[used.size()].r) used.push_back(n);
  std::vector<std::vector<double>> samples;
  for (const auto& sample : data.samples) {
    auto& kept = samples.emplace_back();
    for (const std::size_t n : used) kept.insert(kept.end(), {sample[2 * n], sample[2 * n + 1]});
  }
  const auto fitted = [&](std::span<const double> c) {
    std::vector<PotentialPoint> moved = points;
    for (std::size_t n = 0; n < moved.size(); ++n) moved[n].v = potential_of(c[2 * n], c[2 * n + 1]);
    return fit_potential(moved);
  };
  std::vector<Summary> all;
  const auto put = [&](const char* what, auto value) {
    const auto function = [&](std::span<const double> c) {
      const auto fit = fitted(c);
      return fit ? value(*fit) : kUnknown;
    };
    all.push_back({name + what, {}, {estimate(samples, function, bin)}, false, true});
  };
  put("_constant", [](const PotentialFit& f) { return f.constant; });
  put("_string_tension", [](const PotentialFit& f) { return f.string_tension; });
  put("_coulomb", [](const PotentialFit& f) { return f.coulomb; });
  put("_r0", [](const PotentialFit& f) { return f.r0(); });
  const auto fit = fit_potential(points);
  all.push_back({name + "_chi2", {}, {{.mean = fit ? fit->chi2 : kUnknown}}, true});
  all.push_back({name + "_points", {}, {{.mean = double(points.size())}}, true});
  return all;
}

}  // namespace glueball
