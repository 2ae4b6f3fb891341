#include "draw/line_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "draw/ticks.hpp"

namespace glueball {
namespace {

constexpr Color kBlack{0, 0, 0}, kGrid{224, 224, 224}, kGrey{96, 96, 96};
/// Okabe and Ito chose these colours, which colour-blind people can tell apart.
constexpr Color kColors[] = {{0, 114, 178}, {213, 94, 0},   {0, 158, 115}, {204, 121, 167},
                             {230, 159, 0}, {86, 180, 233}, {120, 94, 40}, {90, 90, 200}};
constexpr double kLetter = 16, kTitle = 20, kLegendLine = 24, kMark = 4, kDash = 5;

struct Axis {
  double low = HUGE_VAL, high = -HUGE_VAL;  ///< range of values
  double first = 0, last = 0;               ///< positions of both ends in pixels
  bool logarithmic = false;

  double place(double value) const {
    const double at =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return first + at * (last - first);
  }
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// Adds a margin at both ends, and a length if it was 0.
  void widen(double share) {
    if (logarithmic) {
      const double by = high > low ? std::pow(high / low, share) : 2;
      low /= by, high *= by;
    } else {
      const double by = high > low ? share * (high - low) : std::max(std::abs(high), 1.0) * 0.5;
      low -= by, high += by;
    }
  }
};

struct Axes {
  Axis x, y;
};

void require_points(const LinePlot& plot) {
  std::size_t count = 0;
  for (const auto& s : plot.series)
    for (const Point& p : s.points) {
      if (!std::isfinite(p.x) || !std::isfinite(p.y) || (plot.x_logarithmic && p.x <= 0) ||
          (plot.y_logarithmic && p.y <= 0))
        throw std::invalid_argument("plot: '" + s.name + "' has a point that cannot be drawn");
      ++count;
    }
  if (count == 0) throw std::invalid_argument("plot: there is nothing to draw");
}

/// Finds the ranges of both axes, and the ticks of y.
Axes ranges(const LinePlot& plot, std::vector<Tick>& y_ticks) {
  Axes a;
  a.x.logarithmic = plot.x_logarithmic;
  a.y.logarithmic = plot.y_logarithmic;
  const bool from_zero = plot.y_from_zero && !plot.y_logarithmic;
  if (from_zero) a.y.include(0);
  for (const auto& s : plot.series)
    for (std::size_t n = 0; n < s.points.size(); ++n) {
      const Point& p = s.points[n];
      const double error = n < s.errors.size() && std::isfinite(s.errors[n]) ? s.errors[n] : 0;
      a.x.include(p.x);
      a.y.include(p.y);
      a.y.include(p.y + error);
      // An error bar ends on the axis if nothing can be drawn below it: on an axis from 0, or a logarithmic
      // one.
      if (!plot.y_logarithmic && !(from_zero && p.y >= 0)) a.y.include(p.y - error);
    }
  a.x.widen(0.03);
  if (!(a.y.high > a.y.low)) {
    if (from_zero)
      a.y.include(1);
    else
      a.y.widen(0);
  }
  y_ticks = plot.y_logarithmic ? power_ticks(a.y.low, a.y.high) : round_ticks(a.y.low, a.y.high);
  a.y.low = y_ticks.front().at;
  a.y.high = y_ticks.back().at;
  return a;
}

/// Returns the middle of a pixel, so that a thin line covers one row of pixels.
double crisp(double place) { return std::floor(place) + 0.5; }

double widest(const Canvas& canvas, const std::vector<std::string>& words) {
  double most = 0;
  for (const auto& w : words) most = std::max(most, canvas.text_width(kLetter, w));
  return most;
}

bool has_legend(const LinePlot& plot) { return plot.series.size() > 1; }

/// Sets margins that have room for their labels.
void place_frame(const Canvas& canvas, const LinePlot& plot, const std::vector<Tick>& y_ticks, Axes& a) {
  std::vector<std::string> numbers, names;
  for (const Tick& t : y_ticks) numbers.push_back(t.label);
  if (has_legend(plot))
    for (const auto& s : plot.series) names.push_back(s.name);
  const double legend = names.empty() ? 30 : std::min(72 + widest(canvas, names), canvas.width() * 0.45);
  a.x.first = 24 + widest(canvas, numbers) + (plot.y_label.empty() ? 0 : kLetter * 1.8);
  a.x.last = canvas.width() - legend;
  a.y.last = plot.title.empty() ? 24 : 54;
  a.y.first = canvas.height() - 36 - (plot.x_label.empty() ? 0 : kLetter * 1.6);
}

/// Makes text that is too long for its room smaller, so that it is not cut.
double fitting(const Canvas& canvas, double size, const std::string& words, double room) {
  return std::min(size, size * room / std::max(canvas.text_width(size, words), 1.0));
}

void draw_axes(Canvas& canvas, const LinePlot& plot, const Axes& a, const std::vector<Tick>& y_ticks) {
  for (const Tick& t : y_ticks) {
    const double y = crisp(a.y.place(t.at));
    canvas.line({a.x.first, y}, {a.x.last, y}, 1, kGrid);
    canvas.line({a.x.first - 5, y}, {a.x.first, y}, 1, kBlack);
    canvas.text({a.x.first - 10, y}, kLetter, t.label, kBlack, Align::right);
  }
  std::vector<Tick> x_ticks = plot.x_ticks;
  if (x_ticks.empty())
    x_ticks = ticks_within(a.x.logarithmic ? power_ticks(a.x.low, a.x.high) : round_ticks(a.x.low, a.x.high),
                           a.x.low, a.x.high);
  double free_from = -HUGE_VAL;
  for (const Tick& t : x_ticks) {
    const double x = crisp(a.x.place(t.at)), half = canvas.text_width(kLetter, t.label) / 2;
    canvas.line({x, a.y.first}, {x, a.y.first + 5}, 1, kBlack);
    if (x - half < free_from) continue;  // it would overlap the one before
    canvas.text({x, a.y.first + 18}, kLetter, t.label, kBlack, Align::middle);
    free_from = x + half + 6;
  }
  canvas.lines({{a.x.first, a.y.last}, {a.x.first, a.y.first}, {a.x.last, a.y.first}}, 1.5, kBlack);
  const double wide = canvas.width() - a.x.first - 10, high = a.y.first - a.y.last;
  canvas.text({a.x.first, 26}, fitting(canvas, kTitle, plot.title, wide), plot.title, kBlack);
  canvas.text_upwards({18, (a.y.first + a.y.last) / 2}, fitting(canvas, kLetter, plot.y_label, high),
                      plot.y_label, kBlack);
  canvas.text({(a.x.first + a.x.last) / 2, canvas.height() - 18.0},
              fitting(canvas, kLetter, plot.x_label, a.x.last - a.x.first), plot.x_label, kBlack,
              Align::middle);
}

void draw_series(Canvas& canvas, const Series& s, const Axes& a, Color color) {
  std::vector<Point> places;
  for (const Point& p : s.points) places.push_back({a.x.place(p.x), a.y.place(p.y)});
  if (s.joined) canvas.lines(places, 2, color, s.dashed ? kDash : 0);
  for (std::size_t n = 0; n < std::min(s.points.size(), s.errors.size()); ++n) {
    const Point p = s.points[n];
    const double error = std::isfinite(s.errors[n]) ? s.errors[n] : 0;
    const double x = places[n].x, low = a.y.place(std::max(a.y.low, p.y - error)),
                 high = a.y.place(p.y + error);
    canvas.line({x, low}, {x, high}, 1.5, color);
    for (const double end : {low, high}) canvas.line({x - 4, end}, {x + 4, end}, 1.5, color);
  }
  if ((s.marked && !s.dashed) || s.points.size() == 1)
    for (const Point& p : places) canvas.disc(p, kMark, color);
}

void draw_legend(Canvas& canvas, const Series& s, const Axes& a, double y, Color color) {
  const double x = a.x.last + 20;
  if (s.joined) canvas.lines({{x, y}, {x + 30, y}}, 2, color, s.dashed ? kDash : 0);
  if (!s.dashed && s.marked) canvas.disc({x + 15, y}, kMark, color);
  canvas.text({x + 38, y}, fitting(canvas, kLetter, s.name, canvas.width() - x - 48), s.name, kBlack);
}

void draw_on(Canvas& canvas, const LinePlot& plot) {
  require_points(plot);
  std::vector<Tick> y_ticks;
  Axes a = ranges(plot, y_ticks);
  place_frame(canvas, plot, y_ticks, a);
  draw_axes(canvas, plot, a, y_ticks);
  double legend = a.y.last + kLetter / 2;
  std::size_t next = 0;
  for (const auto& s : plot.series) {
    const Color color = s.dashed ? kGrey : kColors[next++ % std::size(kColors)];
    draw_series(canvas, s, a, color);
    if (has_legend(plot)) draw_legend(canvas, s, a, legend, color);
    legend += kLegendLine;
  }
}

}  // namespace

std::vector<std::uint8_t> draw_rgb(const LinePlot& plot, int width, int height) {
  Canvas canvas(Canvas::Kind::pixels, width, height);
  draw_on(canvas, plot);
  return canvas.rgb();
}

std::string draw_svg(const LinePlot& plot, int width, int height) {
  Canvas canvas(Canvas::Kind::svg, width, height);
  draw_on(canvas, plot);
  return canvas.svg(plot.title);
}

}  // namespace glueball
