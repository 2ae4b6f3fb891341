// Pictures of a scalar on a periodic box in double precision on the CPU: the reference of shaders/view.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace glueball::reference {

/// Numbers on the points of a periodic box, x fastest. They are real, or complex as two planes one after the
/// other.
struct Volume {
  std::array<int, 3> extents{};
  int planes = 1;
  std::vector<double> values;

  /// Coordinates are periodic.
  double at(int x, int y, int z, int plane = 0) const;
};

/// Doubles the points along each axis. New points are on the cubic through four neighbours, with weights (-1,
/// 9, 9, -1) / 16.
Volume refined(const Volume& volume);

using Vector = std::array<double, 3>;

/// The view, as shaders/args/march.h describes it.
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

/// Returns red, green and blue of pixel (i, j), between 0 and 1. Along the ray each cell is divided into two
/// equal parts, at whose ends the field is evaluated. A surface is where linear interpolation between the
/// ends crosses the threshold, corrected once by the field there. Where the box cuts a body, the cut has the
/// field's colours. A volume has the colour and opacity of the part's middle, 1 - (1 - a)^(its length /
/// spacing).
Vector march(const Volume& volume, const View& view, int i, int j);

}  // namespace glueball::reference
