#include "flow_plot.hpp"

#include <fmt/format.h>

#include <cmath>

#include "measure/jackknife.hpp"

namespace glueball::app {
namespace {

constexpr double kScale = 0.3;  ///< value that defines t0 and w0

Curve mean_curve(const std::string& name, const std::vector<FlowCurve>& curves, std::size_t bin) {
  Curve mean{.name = name, .x = curves.front().times(), .y = {}};
  for (std::size_t n = 0; n < mean.x.size(); ++n) {
    std::vector<double> series;
    for (const FlowCurve& curve : curves) series.push_back(curve.values().at(n));
    const SeriesEstimate e = estimate(series, bin);
    mean.y.push_back(e.mean);
    mean.errors.push_back(curves.size() > 1 && std::isfinite(e.error) ? e.error : 0);
  }
  return mean;
}

/// Interpolates linearly between points.
double value_at(const Curve& curve, double t) {
  for (std::size_t n = 1; n < curve.x.size(); ++n)
    if (t <= curve.x[n])
      return curve.y[n - 1] +
             (curve.y[n] - curve.y[n - 1]) * (t - curve.x[n - 1]) / (curve.x[n] - curve.x[n - 1]);
  return curve.y.back();
}

std::string with_error(const std::string& name, const ScaleEstimate& scale) {
  if (!scale.value) return name + " not reached";
  return fmt::format("{} = {:.4f}", name, *scale.value) +
         (scale.error ? fmt::format(" ± {:.4f}", *scale.error) : "");
}

}  // namespace

Graph flow_graph(const std::vector<FlowFile>& files, std::size_t bin) {
  std::vector<FlowCurve> clovers, plaquettes;
  for (const FlowFile& file : files) {
    clovers.push_back(file.clover());
    plaquettes.push_back(file.plaquette());
  }
  FlowScales scales;
  if (files.size() > 1)
    scales = flow_scales(clovers, bin);
  else
    scales.t0.value = clovers.front().t0(), scales.w0.value = clovers.front().w0();
  Graph g{"Gradient flow: " + with_error("t₀ / a²", scales.t0) + ", " + with_error("w₀ / a", scales.w0),
          "t / a²",
          "t² E",
          {mean_curve("clover", clovers, bin), mean_curve("plaquette", plaquettes, bin)}};
  const double last = g.curves.front().x.back();
  if (scales.t0.value) g.curves.push_back({"t₀", {*scales.t0.value}, {kScale}, {0}});
  if (scales.w0.value) {
    const double t = *scales.w0.value * *scales.w0.value;
    g.curves.push_back({"w₀²", {t}, {value_at(g.curves.front(), t)}, {0}});
  }
  g.curves.push_back({fmt::format("{}", kScale), {0, last}, {kScale, kScale}});
  return g;
}

}  // namespace glueball::app
