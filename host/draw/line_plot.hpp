// Line plots with ticks, labels and a legend.
#pragma once

#include <string>
#include <vector>

#include "draw/canvas.hpp"

namespace glueball {

struct Series {
  std::string name;
  std::vector<Point> points;     ///< in ascending order of x
  bool dashed = false;           ///< dashed and without marks, for comparison
  std::vector<double> errors{};  ///< errors of the points, one each; empty: none
  bool joined = true;            ///< draws a line from each point to the next
  bool marked = true;            ///< draws a disc at each point, unless dashed
};

struct Tick {
  double at = 0;
  std::string label;
};

struct LinePlot {
  std::string title, x_label, y_label;
  bool x_logarithmic = false;   ///< all x must be above 0
  bool y_logarithmic = false;   ///< all y must be above 0
  bool y_from_zero = true;      ///< the linear y axis includes 0
  std::vector<Tick> x_ticks{};  ///< empty: round numbers
  std::vector<Series> series{};
};

/// Returns 3 to 11 multiples of 1, 2 or 5 times a power of ten, from the last at or below `low` to the first
/// at or above `high`. `high` must be larger than `low`.
std::vector<Tick> round_ticks(double low, double high);

// The legend of several series stands right of the curves. Both functions throw std::invalid_argument if
// there is no point, if a number is not finite, or if one is not above 0 on a logarithmic axis.
/// Draws pixels, as Canvas::rgb returns them.
std::vector<std::uint8_t> draw_rgb(const LinePlot& plot, int width = 960, int height = 600);
/// Draws an SVG file.
std::string draw_svg(const LinePlot& plot, int width = 960, int height = 600);

}  // namespace glueball
