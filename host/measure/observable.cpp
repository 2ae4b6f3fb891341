#include "measure/observable.hpp"

#include <algorithm>

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

std::vector<Summary> Observable::summarize(const Geometry&, std::span<const std::vector<Quantity>> ensemble,
                                           std::size_t) const {
  std::vector<Summary> summaries;
  for (std::size_t q = 0; q < ensemble.front().size(); ++q) {
    const Quantity& first = ensemble.front()[q];
    Summary s{first.key, first.shape, {}, {}, {}, {}, first.fixed};
    if (first.fixed) {
      s.means = first.values;
    } else {
      std::vector<double> series(ensemble.size());
      for (std::size_t k = 0; k < first.values.size(); ++k) {
        for (std::size_t i = 0; i < ensemble.size(); ++i) series[i] = ensemble[i][q].values.at(k);
        const SeriesEstimate e = gamma_method(series);
        s.means.push_back(e.mean);
        s.errors.push_back(e.error);
        s.tau_int.push_back(e.tau_int);
        s.tau_int_errors.push_back(e.tau_int_error);
      }
    }
    summaries.push_back(std::move(s));
  }
  return summaries;
}

}  // namespace glueball
