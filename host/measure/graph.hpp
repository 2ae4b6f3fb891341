// What an ensemble says as a picture: points with errors, and curves through them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "measure/statistics.hpp"

namespace glueball {

struct Curve {
  std::string name;
  std::vector<double> x, y;      ///< by rising x
  std::vector<double> errors{};  ///< of the points; empty: a line to compare with
};

struct Graph {
  std::string title, x_label, y_label;
  std::vector<Curve> curves;
  bool y_logarithmic = false;  ///< all y above 0
};

/// Means with their errors for a logarithmic axis, of estimates `first`, first + stride and so on. Points are
/// left out whose mean is not determined or not above its error: there they have no place, or one that says
/// nothing.
Curve above_errors(const std::string& name, const std::vector<double>& x,
                   std::span<const SeriesEstimate> estimates, std::size_t first = 0, std::size_t stride = 1);
/// Such a curve of a list over its places, from `begin` on.
Curve above_errors(const std::string& name, std::span<const SeriesEstimate> estimates, int begin);

}  // namespace glueball
