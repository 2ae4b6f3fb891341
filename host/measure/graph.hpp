// Plots of an ensemble: points with errors, and curves through them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "measure/statistics.hpp"

namespace glueball {

struct Curve {
  std::string name;
  std::vector<double> x, y;      ///< in ascending order of x
  std::vector<double> errors{};  ///< errors of the points; empty: a line for comparison
};

struct Graph {
  std::string title, x_label, y_label;
  std::vector<Curve> curves;
  bool y_logarithmic = false;  ///< all y must be above 0
};

/// Returns means with errors for a logarithmic axis, from estimates `first`, first + stride and so on. Points
/// are left out if their mean is undetermined or not above its error, since they have no place or no meaning
/// there.
Curve above_errors(const std::string& name, const std::vector<double>& x,
                   std::span<const SeriesEstimate> estimates, std::size_t first = 0, std::size_t stride = 1);
/// Returns such a curve over the positions of a list from `begin` on.
Curve above_errors(const std::string& name, std::span<const SeriesEstimate> estimates, int begin);

}  // namespace glueball
