// Plots of histories, and of points in the complex plane, drawn with Dear ImGui's lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace glueball::view {

struct Curve {
  const std::vector<double>* x = nullptr;
  const std::vector<double>* y = nullptr;
  std::uint32_t colour = 0;
  bool points = false;  ///< draws points instead of a line
};

/// A position on the x axis where something changed.
struct Marker {
  double x = 0;
  std::string label;
};

struct PlotOptions {
  std::string title;                ///< also Dear ImGui's identifier
  std::string unit;                 ///< unit of x
  float height = 110;               ///< pixels on a monitor of scale 1
  bool logarithmic = false;         ///< scale of y; values that are not above 0 are left out
  std::optional<double> expected;   ///< draws a horizontal line
  std::optional<double> mean_from;  ///< draws the mean of the first curve from this x on, with its value
  std::vector<Marker> markers;
};

void plot(const PlotOptions& options, const std::vector<Curve>& curves);

/// Plots points in the complex plane, the last one larger, with the three roots of 1 and lines to them.
void plot_polyakov(const std::string& title, const std::vector<double>& re, const std::vector<double>& im);

/// Returns about `count` ticks from `low` to `high` in steps of 1, 2 or 5 times a power of ten.
std::vector<double> ticks(double low, double high, int count);

}  // namespace glueball::view
