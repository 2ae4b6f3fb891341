// A sheet that lines and letters are drawn on, by Cairo.
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

/// Where words lie about their point.
enum class Align { left, middle, right };

/// White at first; coordinates in pixels from the upper left; edges are smoothed, what lies outside is cut
/// off. Errors of Cairo, such as no memory, are a std::runtime_error of `rgb` and `svg`. It is loaded with
/// the first canvas: Error(bad_value) where it is not there.
class Canvas {
 public:
  enum class Kind { pixels, svg };

  Canvas(Kind kind, int width, int height);
  /// Pixels on top of what `rgb` shows: three bytes a pixel, rows from the top; what is missing is white.
  Canvas(int width, int height, const std::vector<std::uint8_t>& rgb);
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  ~Canvas();

  /// Throws as the first canvas would.
  static void require_library();

  int width() const { return width_; }
  int height() const { return height_; }

  void line(Point from, Point to, double thickness, Color color);
  /// One line through all points. Dashes of `dash` pixels with as much between them; 0: none.
  void lines(const std::vector<Point>& points, double thickness, Color color, double dash = 0);
  void disc(Point center, double radius, Color color);
  void rectangle(Point corner, Point opposite, Color color);
  /// UTF-8 text in the system's "sans" font, which is `size` pixels from line to line or a little more. `at`
  /// is half the height of a capital above the line, at the begin, the middle or the end of the words.
  /// Where a system has no font at all, Cairo's own letters, which are ASCII: see `plain`.
  void text(Point at, double size, std::string_view words, Color color, Align align = Align::left);
  /// The same from the bottom to the top, its middle at `at`.
  void text_upwards(Point at, double size, std::string_view words, Color color);
  /// How wide that text is, in pixels.
  double text_width(double size, std::string_view words) const;

  /// Of a sheet of pixels, as io::png takes them.
  std::vector<std::uint8_t> rgb() const;
  /// Of an SVG, finished: the file, with `title` as what readers without eyes are told. Letters are shapes in
  /// it, the same on every machine.
  std::string svg(std::string_view title);

 private:
  int width_, height_;
  std::unique_ptr<Sheet> sheet_;
};

}  // namespace glueball
