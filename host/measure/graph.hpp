// What an ensemble says as a picture: points with errors, and curves through them.
#pragma once

#include <string>
#include <vector>

namespace glueball {

struct Curve {
  std::string name;
  std::vector<double> x, y;      ///< by rising x
  std::vector<double> errors{};  ///< of the points; empty: a line to compare with
};

struct Graph {
  std::string title, x_label, y_label;
  std::vector<Curve> curves;
};

}  // namespace glueball
