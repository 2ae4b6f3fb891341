// Curves over an axis, with ticks, labels and a legend.
#pragma once

#include <string>
#include <vector>

#include "draw/picture.hpp"
#include "draw/svg.hpp"

namespace glueball {

struct Series {
  std::string name;
  std::vector<Point> points;     ///< by rising x
  bool dashed = false;           ///< without marks at the points: something to compare with
  std::vector<double> errors{};  ///< of the points, one each; empty: none
  bool joined = true;            ///< a line from each point to the next
};

struct Tick {
  double at = 0;
  std::string label;
};

struct LinePlot {
  std::string title, x_label, y_label;
  bool x_logarithmic = false;  ///< all x above 0
  std::vector<Tick> x_ticks;
  std::vector<Series> series;
};

/// Steps of 1, 2 or 5 times a power of ten from 0 to the first at or above `largest` (above 0), ten at most.
std::vector<Tick> round_ticks(double largest);

/// The y axis begins at 0, or below the least of negative values. Throws std::invalid_argument when there is
/// no point with finite numbers.
Picture draw(const LinePlot& plot, int width = 960, int height = 600);
Svg draw_svg(const LinePlot& plot, int width = 960, int height = 600);

}  // namespace glueball
