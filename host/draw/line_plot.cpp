#include "draw/line_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace glueball {
namespace {

constexpr Color kBlack{0, 0, 0}, kGrid{224, 224, 224}, kGrey{96, 96, 96};
/// Told apart by eyes of every kind, as Okabe and Ito chose them.
constexpr Color kColors[] = {{0, 114, 178}, {213, 94, 0},   {0, 158, 115}, {204, 121, 167},
                             {230, 159, 0}, {86, 180, 233}, {120, 94, 40}, {90, 90, 200}};
constexpr double kLetter = 12, kTitle = 15;

struct Axes {
  double left, right, top, bottom;  ///< of the frame, in pixels
  double x_low, x_high, y_low, y_high;
  bool logarithmic;

  double x(double value) const {
    const double v = logarithmic ? std::log(value) : value;
    return left + (x_high > x_low ? (v - x_low) / (x_high - x_low) : 0.5) * (right - left);
  }
  double y(double value) const { return bottom - (value - y_low) / (y_high - y_low) * (bottom - top); }
};

Axes axes_of(const LinePlot& plot, double y_low, double y_high, int width, int height) {
  Axes a{.left = 100,
         .right = width - 250.0,
         .top = 76,
         .bottom = height - 80.0,
         .x_low = HUGE_VAL,
         .x_high = -HUGE_VAL,
         .y_low = y_low,
         .y_high = y_high,
         .logarithmic = plot.x_logarithmic};
  for (const auto& s : plot.series)
    for (const Point& p : s.points) {
      const double v = a.logarithmic ? std::log(p.x) : p.x;
      a.x_low = std::min(a.x_low, v);
      a.x_high = std::max(a.x_high, v);
    }
  return a;
}

void draw_axes(Canvas& picture, const LinePlot& plot, const Axes& a, const std::vector<Tick>& y_ticks) {
  for (const Tick& t : y_ticks) {
    picture.line({a.left, a.y(t.at)}, {a.right, a.y(t.at)}, 1, kGrid);
    picture.line({a.left - 5, a.y(t.at)}, {a.left, a.y(t.at)}, 1, kBlack);
    picture.text({a.left - 10 - Canvas::text_width(kLetter, t.label), a.y(t.at) - kLetter / 2}, kLetter,
                 t.label, kBlack);
  }
  for (const Tick& t : plot.x_ticks) {
    picture.line({a.x(t.at), a.bottom}, {a.x(t.at), a.bottom + 5}, 1, kBlack);
    picture.text({a.x(t.at) - Canvas::text_width(kLetter, t.label) / 2, a.bottom + 12}, kLetter, t.label,
                 kBlack);
  }
  picture.line({a.left, a.top}, {a.left, a.bottom}, 1.5, kBlack);
  picture.line({a.left, a.bottom}, {a.right, a.bottom}, 1.5, kBlack);
  // Long titles are made smaller rather than cut.
  const double room = picture.width() - a.left - 10;
  const double title =
      std::min(kTitle, kTitle * room / std::max(Canvas::text_width(kTitle, plot.title), 1.0));
  picture.text({a.left, 14}, title, plot.title, kBlack);
  picture.text({10, 40}, kLetter, plot.y_label, kBlack);
  picture.text({(a.left + a.right - Canvas::text_width(kLetter, plot.x_label)) / 2, a.bottom + 40}, kLetter,
               plot.x_label, kBlack);
}

void draw_series(Canvas& picture, const Series& s, const Axes& a, Color color) {
  const auto place = [&](const Point& p) { return Point{a.x(p.x), a.y(p.y)}; };
  for (std::size_t n = 0; s.joined && n + 1 < s.points.size(); ++n) {
    if (s.dashed)
      picture.dashes(place(s.points[n]), place(s.points[n + 1]), 2, color);
    else
      picture.line(place(s.points[n]), place(s.points[n + 1]), 2, color);
  }
  for (std::size_t n = 0; n < std::min(s.points.size(), s.errors.size()); ++n) {
    const Point p = s.points[n];
    const double x = a.x(p.x), low = a.y(std::max(a.y_low, p.y - s.errors[n])), high = a.y(p.y + s.errors[n]);
    picture.line({x, low}, {x, high}, 1.5, color);
    for (const double end : {low, high}) picture.line({x - 4, end}, {x + 4, end}, 1.5, color);
  }
  if (!s.dashed || s.points.size() == 1)
    for (const Point& p : s.points) picture.disc(place(p), 4, color);
}

/// From the first multiple of a round step at or below `least`, or 0, to the first at or above `largest`.
std::vector<Tick> ticks_between(double least, double largest) {
  const double farthest = std::max(largest, -least);
  std::vector<Tick> ticks;
  bool below = false;
  for (const Tick& tick : round_ticks(farthest > 0 ? farthest : 1)) {
    if (least < 0 && tick.at > 0 && !below) {
      ticks.insert(ticks.begin(), {-tick.at, "-" + tick.label});
      below = tick.at >= -least;
    }
    if (ticks.empty() || ticks.back().at < std::max(largest, 0.0) || tick.at == 0) ticks.push_back(tick);
  }
  return ticks;
}

void draw_on(Canvas& picture, const LinePlot& plot) {
  double least = 0, largest = 0;
  std::size_t points = 0;
  for (const auto& s : plot.series) {
    for (std::size_t n = 0; n < std::min(s.points.size(), s.errors.size()); ++n)
      largest = std::max(largest, s.points[n].y + s.errors[n]);
    for (const Point& p : s.points) {
      if (!std::isfinite(p.x) || !std::isfinite(p.y) || (plot.x_logarithmic && p.x <= 0))
        throw std::invalid_argument("plot: '" + s.name + "' has a point that cannot be drawn");
      least = std::min(least, p.y);
      largest = std::max(largest, p.y);
      ++points;
    }
  }
  if (points == 0) throw std::invalid_argument("plot: there is nothing to draw");
  const auto y_ticks = ticks_between(least, largest);
  const Axes a = axes_of(plot, y_ticks.front().at, y_ticks.back().at, picture.width(), picture.height());
  draw_axes(picture, plot, a, y_ticks);
  double legend = a.top;
  std::size_t next = 0;
  for (const auto& s : plot.series) {
    const Color color = s.dashed ? kGrey : kColors[next++ % std::size(kColors)];
    draw_series(picture, s, a, color);
    const Point from{a.right + 20, legend + kLetter / 2}, to{a.right + 50, legend + kLetter / 2};
    if (s.dashed) {
      picture.dashes(from, to, 2, color);
    } else {
      if (s.joined) picture.line(from, to, 2, color);
      picture.disc({(from.x + to.x) / 2, from.y}, 4, color);
    }
    picture.text({to.x + 8, legend}, kLetter, s.name, kBlack);
    legend += 20;
  }
}

}  // namespace

std::vector<Tick> round_ticks(double largest) {
  const double power = std::pow(10, std::floor(std::log10(largest)) - 1);
  double step = power;
  for (const double factor : {1, 2, 5, 10, 20})
    if (largest / (step = factor * power) <= 9) break;
  std::vector<Tick> ticks;
  for (int n = 0; ticks.empty() || ticks.back().at < largest * (1 - 1e-12); ++n)
    ticks.push_back({n * step, fmt::format("{:.6g}", n * step)});
  return ticks;
}

Picture draw(const LinePlot& plot, int width, int height) {
  Picture picture(width, height);
  draw_on(picture, plot);
  return picture;
}

Svg draw_svg(const LinePlot& plot, int width, int height) {
  Svg svg(width, height);
  draw_on(svg, plot);
  return svg;
}

}  // namespace glueball
