// A canvas for lines and text, drawn by Cairo.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace glueball {

class Sheet;

using Color = std::array<std::uint8_t, 3>;
struct Point {
  double x = 0, y = 0;
};

/// The position of a text relative to its point.
enum class Align { left, middle, right };

/// A canvas, which begins white. Coordinates are pixels from the upper left; edges are antialiased, and
/// shapes are clipped at the canvas. `rgb` and `svg` throw std::runtime_error for errors of Cairo, such as no
/// memory. The first canvas loads the library, and throws Error(bad_value) if it is missing.
class Canvas {
 public:
  enum class Kind { pixels, svg };

  Canvas(Kind kind, int width, int height);
  /// Begins with pixels as `rgb` returns them: three bytes a pixel, rows from the top. Missing pixels are
  /// white.
  Canvas(int width, int height, const std::vector<std::uint8_t>& rgb);
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  ~Canvas();

  /// Throws as the constructor of the first canvas does.
  static void require_library();

  int width() const { return width_; }
  int height() const { return height_; }

  void line(Point from, Point to, double thickness, Color color);
  /// Draws one line through all points. `dash` is the length of dashes and gaps in pixels; 0: a solid line.
  void lines(const std::vector<Point>& points, double thickness, Color color, double dash = 0);
  void disc(Point center, double radius, Color color);
  void rectangle(Point corner, Point opposite, Color color);
  /// Draws UTF-8 text in the system's "sans" font. `size` is the distance of lines in pixels, or slightly
  /// less. `at` is the begin, middle or end of the text, half a capital letter's height above the baseline.
  /// On a system without fonts Cairo's built-in letters are used, which are ASCII (see `plain`).
  void text(Point at, double size, std::string_view words, Color color, Align align = Align::left);
  /// Draws text from bottom to top with its middle at `at`.
  void text_upwards(Point at, double size, std::string_view words, Color color);
  /// Returns the width of the text in pixels.
  double text_width(double size, std::string_view words) const;

  /// Returns the pixels of a canvas of kind `pixels`, as io::png takes them.
  std::vector<std::uint8_t> rgb() const;
  /// Finishes a canvas of kind `svg` and returns the file. `title` is the text for screen readers. Letters
  /// are shapes, so that they look the same on every machine.
  std::string svg(std::string_view title);

 private:
  int width_, height_;
  std::unique_ptr<Sheet> sheet_;
};

}  // namespace glueball
