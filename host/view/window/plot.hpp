// Histories and points in the complex plane, drawn with Dear ImGui's lines.
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
  bool points = false;  ///< rather than a line
};

/// A place on the x axis where something changed.
struct Marker {
  double x = 0;
  std::string label;
};

struct PlotOptions {
  std::string title;                ///< also what Dear ImGui knows it by
  std::string unit;                 ///< of x
  float height = 110;               ///< pixels on an ordinary monitor
  bool logarithmic = false;         ///< y; what is not above 0 is left out
  std::optional<double> expected;   ///< a horizontal line
  std::optional<double> mean_from;  ///< a line at the mean of the first curve from this x on, with its value
  std::vector<Marker> markers;
};

void plot(const PlotOptions& options, const std::vector<Curve>& curves);

/// Points in the complex plane, the last one larger, with the three roots of 1 and the lines to them.
void plot_polyakov(const std::string& title, const std::vector<double>& re, const std::vector<double>& im);

/// Steps of 1, 2 or 5 times a power of ten: about `count` ticks from `low` to `high`.
std::vector<double> ticks(double low, double high, int count);

}  // namespace glueball::view
