// A picture of lines and letters.
#pragma once

#include <vector>

#include "draw/canvas.hpp"

namespace glueball {

/// Of pixels: edges are smoothed, what lies outside is cut off.
class Picture : public Canvas {
 public:
  Picture(int width, int height);
  /// On top of what `rgb` shows, three bytes a pixel.
  Picture(int width, int height, std::vector<std::uint8_t> rgb);

  int width() const override { return width_; }
  int height() const override { return height_; }
  /// Three bytes a pixel, rows from the top, as io::png takes them.
  const std::vector<std::uint8_t>& rgb() const { return rgb_; }
  Color at(int x, int y) const;

  void line(Point from, Point to, double thickness, Color color) override;
  void dashes(Point from, Point to, double thickness, Color color, double period = 10) override;
  void disc(Point center, double radius, Color color) override;
  /// Letters that there are not (beyond ASCII) become boxes.
  void text(Point at, double size, std::string_view words, Color color) override;

 private:
  void mix(int x, int y, Color color, double share);

  int width_, height_;
  std::vector<std::uint8_t> rgb_;
};

}  // namespace glueball
