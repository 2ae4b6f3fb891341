// The interface between Canvas and Cairo, which is loaded when it is first needed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "draw/canvas.hpp"

namespace glueball {

/// The operations of Canvas. Text is UTF-8, or limited to Cairo's built-in letters if there is no font.
class Sheet {
 public:
  virtual ~Sheet() = default;
  virtual void paste(const std::vector<std::uint8_t>& rgb) = 0;
  virtual void lines(const std::vector<Point>& points, double thickness, Color color, double dash) = 0;
  virtual void disc(Point center, double radius, Color color) = 0;
  virtual void rectangle(Point corner, Point opposite, Color color) = 0;
  /// `angle` is in radians, clockwise.
  virtual void write(Point at, double size, const std::string& text, Color color, Align align,
                     double angle) = 0;
  virtual double text_width(double size, const std::string& text) = 0;
  virtual bool has_font() = 0;
  virtual std::vector<std::uint8_t> rgb() const = 0;
  /// Returns the finished file.
  virtual std::string svg() = 0;
};

/// The type of the function that libglueball_cairo.so (host/draw/cairo) exports.
using MakeSheet = std::unique_ptr<Sheet>(Canvas::Kind kind, int width, int height);

}  // namespace glueball
