// Curves over an axis, with ticks, labels and a legend.
#pragma once

#include <string>
#include <vector>

#include "draw/canvas.hpp"

namespace glueball {

struct Series {
  std::string name;
  std::vector<Point> points;     ///< by rising x
  bool dashed = false;           ///< without marks at the points: something to compare with
  std::vector<double> errors{};  ///< of the points, one each; empty: none
  bool joined = true;            ///< a line from each point to the next
  bool marked = true;            ///< a disc at each point, unless dashed
};

struct Tick {
  double at = 0;
  std::string label;
};

struct LinePlot {
  std::string title, x_label, y_label;
  bool x_logarithmic = false;   ///< all x above 0
  bool y_logarithmic = false;   ///< all y above 0
  bool y_from_zero = true;      ///< the y axis has 0 on it; not of logarithms
  std::vector<Tick> x_ticks{};  ///< empty: round numbers
  std::vector<Series> series{};
};

/// Multiples of 1, 2 or 5 times a power of ten, from the last at or below `low` to the first at or above
/// `high`, which is larger: 3 to 11 of them.
std::vector<Tick> round_ticks(double low, double high);

// A legend stands right of the curves where there are several. Both throw std::invalid_argument when there is
// no point, or one without finite numbers, or not above 0 on an axis of logarithms.
/// Of pixels, as io::png takes its rgb().
std::vector<std::uint8_t> draw_rgb(const LinePlot& plot, int width = 960, int height = 600);
/// An SVG file.
std::string draw_svg(const LinePlot& plot, int width = 960, int height = 600);

}  // namespace glueball
