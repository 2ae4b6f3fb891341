// A picture of lines and letters.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace glueball {

using Color = std::array<std::uint8_t, 3>;
struct Point {
  double x = 0, y = 0;
};

/// A white canvas; coordinates in pixels from the upper left, edges are smoothed, what lies outside is cut
/// off.
class Picture {
 public:
  Picture(int width, int height);
  /// On top of what `rgb` shows, three bytes a pixel.
  Picture(int width, int height, std::vector<std::uint8_t> rgb);

  int width() const { return width_; }
  int height() const { return height_; }
  /// Three bytes a pixel, rows from the top, as io::png takes them.
  const std::vector<std::uint8_t>& rgb() const { return rgb_; }
  Color at(int x, int y) const;

  void line(Point from, Point to, double thickness, Color color);
  /// Dashes of `period` pixels, half of it drawn.
  void dashes(Point from, Point to, double thickness, Color color, double period = 10);
  void disc(Point center, double radius, Color color);
  /// Text with the upper left of its first letter at `at`; capitals are `size` pixels high. Letters that
  /// there are not (beyond ASCII) become boxes.
  void text(Point at, double size, std::string_view words, Color color);
  /// How wide that text is.
  static double text_width(double size, std::string_view words);

 private:
  void mix(int x, int y, Color color, double share);

  int width_, height_;
  std::vector<std::uint8_t> rgb_;
};

}  // namespace glueball
