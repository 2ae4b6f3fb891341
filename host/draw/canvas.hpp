// Where lines and letters are drawn.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace glueball {

using Color = std::array<std::uint8_t, 3>;
struct Point {
  double x = 0, y = 0;
};

/// A white sheet; coordinates in pixels from the upper left.
class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual int width() const = 0;
  virtual int height() const = 0;

  virtual void line(Point from, Point to, double thickness, Color color) = 0;
  /// Dashes of `period` pixels, half of it drawn.
  virtual void dashes(Point from, Point to, double thickness, Color color, double period = 10) = 0;
  virtual void disc(Point center, double radius, Color color) = 0;
  /// Text with the upper left of its first letter at `at`; capitals are `size` pixels high.
  virtual void text(Point at, double size, std::string_view words, Color color) = 0;
  /// How wide that text is.
  static double text_width(double size, std::string_view words);
};

}  // namespace glueball
