// What a caller lets pass, and what it knows of a file that does not say it.
#pragma once

#include <optional>

#include "lattice/geometry.hpp"

namespace glueball::io {

struct ReadOptions {
  /// Read on although a checksum, plaquette or link trace stored in the file disagrees with the links.
  bool ignore_checksum = false;
  /// Read links that are not SU(3): smeared links, boundary signs or zeros multiplied in.
  bool allow_non_su3 = false;
  /// (x, y, z, t), for files that do not state their extents; must agree with those that do.
  std::optional<Site> extents{};
  /// (x, y, z, t) that the caller needs; other extents are an error that names both.
  std::optional<Site> expected{};
};

}  // namespace glueball::io
