#include "measure/graph.hpp"

#include <cmath>

namespace glueball {

Curve above_errors(const std::string& name, const std::vector<double>& x,
                   std::span<const SeriesEstimate> estimates, std::size_t first, std::size_t stride) {
  Curve curve{.name = name, .x = {}, .y = {}};
  for (std::size_t n = 0; n < x.size(); ++n) {
    const SeriesEstimate& e = estimates[first + n * stride];
    const double error = std::isfinite(e.error) ? e.error : 0;
    if (!std::isfinite(e.mean) || !(e.mean > error)) continue;
    curve.x.push_back(x[n]);
    curve.y.push_back(e.mean);
    curve.errors.push_back(error);
  }
  return curve;
}

Curve above_errors(const std::string& name, std::span<const SeriesEstimate> estimates, int begin) {
  std::vector<double> x;
  for (std::size_t n = 0; n < estimates.size(); ++n) x.push_back(begin + double(n));
  return above_errors(name, x, estimates);
}

}  // namespace glueball
