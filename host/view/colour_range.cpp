#include "view/colour_range.hpp"

#include <algorithm>
#include <cmath>

namespace glueball::view {

double ColourRange::see(double largest, double at) {
  // A field that is zero or NaN changes nothing: the range is still that of earlier fields.
  if (!(largest > 0) || !std::isfinite(largest)) return value_;
  const double elapsed = std::max(0.0, at - at_);
  at_ = at;
  if (value_ == 0) return value_ = largest;
  value_ = std::max(value_, largest / kMostCut);
  const double nearest = std::clamp(value_, largest, largest / kLeast);
  if (nearest != value_) value_ = nearest * std::pow(value_ / nearest, std::exp(-elapsed / kTime));
  return value_;
}

}  // namespace glueball::view
