#include "draw/picture.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "draw/stroke_font.hpp"

namespace glueball {
namespace {

/// A letter takes five of the grid's units and one of space, capitals are six high.
constexpr double kAdvance = 6.0 / 6.0, kUnit = 1.0 / 6.0;

double distance(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  const double t = length2 > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

}  // namespace

Picture::Picture(int width, int height)
    : width_(width), height_(height), rgb_(std::size_t(width) * std::size_t(height) * 3, 255) {}

Picture::Picture(int width, int height, std::vector<std::uint8_t> rgb)
    : width_(width), height_(height), rgb_(std::move(rgb)) {
  rgb_.resize(std::size_t(width) * std::size_t(height) * 3, 255);
}

Color Picture::at(int x, int y) const {
  const std::size_t i = (std::size_t(y) * std::size_t(width_) + std::size_t(x)) * 3;
  return {rgb_.at(i), rgb_.at(i + 1), rgb_.at(i + 2)};
}

void Picture::mix(int x, int y, Color color, double share) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  std::uint8_t* pixel = &rgb_[(std::size_t(y) * std::size_t(width_) + std::size_t(x)) * 3];
  for (std::size_t c = 0; c < 3; ++c)
    pixel[c] = std::uint8_t(std::lround(pixel[c] + share * (color[c] - pixel[c])));
}

void Picture::line(Point from, Point to, double thickness, Color color) {
  const double reach = thickness / 2 + 1;
  const auto first = [&](double a, double b) { return std::max(0, int(std::floor(std::min(a, b) - reach))); };
  const auto last = [&](double a, double b, int size) {
    return std::min(size - 1, int(std::ceil(std::max(a, b) + reach)));
  };
  for (int y = first(from.y, to.y); y <= last(from.y, to.y, height_); ++y)
    for (int x = first(from.x, to.x); x <= last(from.x, to.x, width_); ++x) {
      const double share = thickness / 2 + 0.5 - distance({x + 0.5, y + 0.5}, from, to);
      if (share > 0) mix(x, y, color, std::min(share, 1.0));
    }
}

void Picture::dashes(Point from, Point to, double thickness, Color color, double period) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const auto along = [&](double s) {
    return Point{from.x + (to.x - from.x) * s / length, from.y + (to.y - from.y) * s / length};
  };
  for (double s = 0; s < length; s += period)
    line(along(s), along(std::min(s + period / 2, length)), thickness, color);
}

void Picture::disc(Point center, double radius, Color color) { line(center, center, 2 * radius, color); }

void Picture::text(Point at, double size, std::string_view words, Color color) {
  const double unit = size * kUnit, thickness = std::max(1.0, size / 8);
  for (const char letter : words) {
    for (const auto& stroke : strokes(letter))
      for (std::size_t n = 0; n + 1 < stroke.size(); ++n)
        line({at.x + stroke[n].x * unit, at.y + stroke[n].y * unit},
             {at.x + stroke[n + 1].x * unit, at.y + stroke[n + 1].y * unit}, thickness, color);
    at.x += size * kAdvance;
  }
}

double Canvas::text_width(double size, std::string_view words) {
  return double(words.size()) * size * kAdvance;
}

}  // namespace glueball
