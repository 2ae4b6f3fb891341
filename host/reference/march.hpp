// Pictures of a scalar on a periodic box in double precision on the CPU: the twin of shaders/view.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace glueball::reference {

/// Numbers on the points of a periodic box of space, x fastest; real, or complex as two planes one after the
/// other.
struct Volume {
  std::array<int, 3> extents{};
  int planes = 1;
  std::vector<double> values;

  /// Wrapped periodically.
  double at(int x, int y, int z, int plane = 0) const;
};

/// Twice as many points along each axis; those between are on the cubic through four neighbours, (-1, 9, 9,
/// -1) / 16.
Volume refined(const Volume& volume);

using Vector = std::array<double, 3>;

/// What shaders/args/march.h says.
struct View {
  enum class Mode { volume, surfaces, slices } mode = Mode::volume;
  bool is_signed = false;
  int width = 0, height = 0;
  Vector eye{}, right{}, up{}, forward{};
  double spacing = 1, range = 1, threshold = 0, opacity = 1;
  Vector planes{-1, -1, -1};
  std::vector<Vector> colours;  ///< red, green, blue between 0 and 1
  Vector background{}, box{};
  bool with_box = false;
};

/// Red, green and blue of pixel (i, j), between 0 and 1. On the way from cell to cell the field is taken on
/// two equal parts of each: a surface is where a straight line between a part's ends crosses the threshold,
/// corrected once by what the field is there, and where the box cuts a body the cut has the field's colours;
/// a volume has the colour and opacity of the part's middle, 1 - (1 - a)^(its length / spacing).
Vector march(const Volume& volume, const View& view, int i, int j);

}  // namespace glueball::reference
