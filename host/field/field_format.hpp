// How a field is stored.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/device.hpp"

namespace glueball {

/// Every field has one (field.hpp), a lattice that of the fields made on it without another.
struct FieldFormat {
  gpu::Storage storage = gpu::Storage::buffer;
  /// Reals a stored link has: 8 (shaders/lib/stereographic.glsl), 12 (third row reconstructed) or 18; what 8
  /// and 12 stand for is in SU(3). Links of hops over three may have 14 and be in U(3): two rows and the
  /// determinant (shaders/lib/far_link.glsl).
  int reconstruct = 12;
  static constexpr int kFarReals = 14;
  /// Of the numbers, and of the arithmetic except that half precision calculates in single.
  gpu::Precision precision = gpu::Precision::single;
  /// In half precision; nothing in others.
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;

  bool operator==(const FieldFormat&) const = default;
  /// Whether a kernel that binds a field of one may bind one of the other: all but the reals of a link.
  bool goes_with(const FieldFormat& f) const {
    return storage == f.storage && precision == f.precision &&
           (precision != gpu::Precision::half || half_format == f.half_format);
  }

  bool in_half() const { return precision == gpu::Precision::half; }
  /// Bytes of four numbers as they are stored.
  std::size_t texel_bytes() const {
    return precision == gpu::Precision::half ? 8 : precision == gpu::Precision::single ? 16 : 32;
  }
  gpu::TexelFormat texels() const;

  /// RGBA planes that so many links of each site take in one memory. Of 14 and 18 reals the last two of two
  /// sites share a texel, except in images (shaders/lib/link.glsl).
  std::uint32_t link_planes(std::uint32_t links = 1) const {
    const auto reals = std::uint32_t(reconstruct);
    return lasts_share() ? (reals * links + 3) / 4 : (reals + 3) / 4 * links;
  }
  /// Whether they do.
  bool lasts_share() const { return reconstruct % 4 != 0 && storage != gpu::Storage::image; }
  /// Planes of a link that are whole.
  std::uint32_t whole_link_planes() const { return std::uint32_t(reconstruct) / 4; }

  /// Numbers that a colour vector takes at each site (shaders/lib/colour_field.glsl). In images the last two
  /// are empty; in half precision, where a texel is eight bytes, they are the site's unit.
  std::uint32_t colour_reals() const { return thirds_share() ? 6 : 8; }
  /// Whether the third complex numbers of two sites share a texel.
  bool thirds_share() const { return storage != gpu::Storage::image && !in_half(); }

  /// Throws Error(bad_value) for reals other than 8, 12, 14 and 18, images in another precision than single,
  /// and split links in half precision; Error(device) where the device has no double precision.
  void check(const gpu::DeviceInfo& device) const;
};

}  // namespace glueball
