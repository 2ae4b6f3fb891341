#include "measure/observable.hpp"

#include <algorithm>
#include <cmath>

#include "measure/jackknife.hpp"

namespace glueball {

const PolyakovLoops& Measurement::polyakov() {
  if (!polyakov_) polyakov_ = polyakov_loops(lattice, u, sums);
  return *polyakov_;
}

const WilsonLoops& Measurement::wilson_loops(int max_r, int max_t) {
  if (wilson_loops_) {
    if (max_r <= wilson_loops_->max_r && max_t <= wilson_loops_->max_t) return *wilson_loops_;
    max_r = std::max(max_r, wilson_loops_->max_r);
    max_t = std::max(max_t, wilson_loops_->max_t);
  }
  wilson_loops_ = glueball::wilson_loops(lattice, u, sums, max_r, max_t);
  return *wilson_loops_;
}

const WilsonLines& Measurement::wilson_lines(int longest) {
  if (!wilson_lines_ || wilson_lines_->longest < longest)
    wilson_lines_ = glueball::wilson_lines(lattice, u, longest);
  return *wilson_lines_;
}

const GaugeField& Measurement::flowed(double time) {
  constexpr double kStep = 0.02;  // approximate flow step
  if (time == 0) return u;
  if (!flow_ || reached_ != time) {
    // The flow always starts from the original links, so that a result does not depend on other measurements.
    if (!flow_) flow_.emplace(lattice, kWilsonFlow);
    flow_->start(u);
    const int steps = std::max(1, int(std::lround(time / kStep)));
    for (int n = 0; n < steps; ++n) flow_->step(time / steps);
    reached_ = time;
  }
  return flow_->links();
}

const RowProducts& Measurement::field_products(FieldStrength kind, double time) {
  if (!products_ || products_->kind != kind || products_->time != time)
    products_ = Products{kind, time, glueball::field_products(lattice, flowed(time), kind, sums)};
  return products_->rows;
}

Graph Observable::graph(const Geometry&, std::span<const std::vector<Quantity>>, std::size_t) const {
  return {};
}

Summary ratios(std::span<const std::vector<Quantity>> ensemble, std::size_t quantity, std::size_t by,
               std::size_t bin) {
  const Quantity& first = ensemble.front()[quantity];
  Summary ratio{first.key + "_ratio", first.shape, {}, false, true};
  for (std::size_t n = 0; n < first.values.size(); ++n) {
    std::vector<std::vector<double>> samples;
    for (const auto& quantities : ensemble)
      samples.push_back({quantities[quantity].values.at(n), quantities[by].values.at(0)});
    ratio.estimates.push_back(estimate(
        samples, [](std::span<const double> x) { return x[0] / x[1]; }, bin));
  }
  return ratio;
}

std::vector<Summary> Observable::summarize(const Geometry&, std::span<const std::vector<Quantity>> ensemble,
                                           std::size_t bin) const {
  std::vector<Summary> summaries;
  std::vector<double> series(ensemble.size());
  for (std::size_t q = 0; q < ensemble.front().size(); ++q) {
    const Quantity& first = ensemble.front()[q];
    Summary s{first.key, first.shape, {}, first.fixed};
    for (std::size_t k = 0; k < first.values.size(); ++k) {
      if (first.fixed) {
        s.estimates.push_back({.mean = first.values[k]});
        continue;
      }
      for (std::size_t i = 0; i < ensemble.size(); ++i) series[i] = ensemble[i][q].values.at(k);
      s.estimates.push_back(estimate(series, bin));
    }
    summaries.push_back(std::move(s));
  }
  return summaries;
}

}  // namespace glueball
