// What is drawn over a picture: rectangles, letters and triangles, in their order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace glueball::view {

/// Coordinates are in pixels of the frame from its upper left corner; colours have red in the lowest byte,
/// then green, blue and opacity. What lies outside of the frame is cut off.
class Overlay {
 public:
  struct Point {
    float x = 0, y = 0;
  };
  struct Box {
    Point low, high;
  };
  struct Corner {
    Point at;
    std::uint32_t colour = 0;
  };
  static constexpr std::uint32_t kTile = 16;  ///< pixels, as in shaders/view/overlay.comp
  static constexpr std::size_t kWords = 12;   ///< a shape

  void clear();
  void rectangle(const Box& box, std::uint32_t colour);
  /// Part of the font's image, `texels` of it, at `box`.
  void glyph(const Box& box, const Box& texels, std::uint32_t colour);
  /// Colours between the corners are interpolated; only what lies in `clip` is drawn.
  void triangle(std::array<Corner, 3> corners, const Box& clip);

  /// As the kernel reads them: kWords a shape.
  const std::vector<std::uint32_t>& shapes() const { return words_; }
  std::size_t count() const { return words_.size() / kWords; }
  /// The tiles of a frame: where the list of each begins, one more number for the end, then the lists of
  /// shapes.
  std::vector<std::uint32_t> tiles(std::uint32_t width, std::uint32_t height) const;

 private:
  enum Kind : std::uint32_t { kTriangle, kPlain, kGlyph };
  void add(const std::array<std::uint32_t, kWords>& shape, const Box& bounds);

  std::vector<std::uint32_t> words_;
  std::vector<Box> bounds_;
};

}  // namespace glueball::view
