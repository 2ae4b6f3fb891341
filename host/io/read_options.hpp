// Options for reading a configuration file.
#pragma once

#include <optional>

#include "lattice/geometry.hpp"

namespace glueball::io {

struct ReadOptions {
  /// Continue if a checksum, plaquette or link trace stored in the file disagrees with the links.
  bool ignore_checksum = false;
  /// Accept links that are not SU(3): smeared links, boundary signs or zeros multiplied in.
  bool allow_non_su3 = false;
  /// Extents (x, y, z, t) for files that do not state them; they must agree with files that do.
  std::optional<Site> extents{};
  /// Extents (x, y, z, t) that the caller needs; other extents are an error that names both.
  std::optional<Site> expected{};
};

}  // namespace glueball::io
