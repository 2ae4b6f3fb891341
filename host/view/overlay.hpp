// Shapes over a picture: rectangles, letters and triangles, drawn in order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace glueball::view {

/// Coordinates are pixels of the frame from its upper left corner. Colours have red in the lowest byte, then
/// green, blue and opacity. Shapes are clipped at the frame.
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
  static constexpr std::size_t kWords = 12;   ///< words for each shape

  void clear();
  void rectangle(const Box& box, std::uint32_t colour);
  /// Adds the part `texels` of the font's image at `box`.
  void glyph(const Box& box, const Box& texels, std::uint32_t colour);
  /// Adds a triangle with interpolated colours, clipped at `clip`.
  void triangle(std::array<Corner, 3> corners, const Box& clip);

  /// Returns the shapes as the kernel reads them, kWords each.
  const std::vector<std::uint32_t>& shapes() const { return words_; }
  std::size_t count() const { return words_.size() / kWords; }
  /// Returns the starts of the lists of shapes of all tiles of a frame, with a last entry for the end,
  /// followed by the lists.
  std::vector<std::uint32_t> tiles(std::uint32_t width, std::uint32_t height) const;

 private:
  enum Kind : std::uint32_t { kTriangle, kPlain, kGlyph };
  void add(const std::array<std::uint32_t, kWords>& shape, const Box& bounds);

  std::vector<std::uint32_t> words_;
  std::vector<Box> bounds_;
};

}  // namespace glueball::view
