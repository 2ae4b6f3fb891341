// A drawing as an SVG file.
#pragma once

#include <string>

#include "draw/canvas.hpp"

namespace glueball {

/// Scalable Vector Graphics 1.1, letters as text.
class Svg : public Canvas {
 public:
  Svg(int width, int height) : width_(width), height_(height) {}

  int width() const override { return width_; }
  int height() const override { return height_; }
  void line(Point from, Point to, double thickness, Color color) override;
  void dashes(Point from, Point to, double thickness, Color color, double period = 10) override;
  void disc(Point center, double radius, Color color) override;
  void text(Point at, double size, std::string_view words, Color color) override;

  /// The file.
  std::string file() const;

 private:
  int width_, height_;
  std::string elements_;
};

}  // namespace glueball
