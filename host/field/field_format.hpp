// The storage format of a field.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/device.hpp"

namespace glueball {

/// Every field has a format (field.hpp); the lattice's format is the default.
struct FieldFormat {
  gpu::Storage storage = gpu::Storage::buffer;
  /// Reals of a stored link: 8 (shaders/lib/stereographic.glsl), 12 (the third row is reconstructed) or 18.
  /// Links of 8 and 12 reals are in SU(3). Long links may have 14 reals and be in U(3): two rows and the
  /// determinant (shaders/lib/long_link.glsl).
  int reconstruct = 12;
  static constexpr int kFarReals = 14;
  /// Precision of the numbers and of the arithmetic; half precision computes in single.
  gpu::Precision precision = gpu::Precision::single;
  /// Format of numbers in half precision; unused in other precisions.
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;

  bool operator==(const FieldFormat&) const = default;
  /// Returns true if a kernel for fields of one format accepts fields of the other: all but the reals of a
  /// link agree.
  bool goes_with(const FieldFormat& f) const {
    return storage == f.storage && precision == f.precision &&
           (precision != gpu::Precision::half || half_format == f.half_format);
  }

  bool in_half() const { return precision == gpu::Precision::half; }
  /// Returns the bytes of four numbers as stored.
  std::size_t texel_bytes() const {
    return precision == gpu::Precision::half ? 8 : precision == gpu::Precision::single ? 16 : 32;
  }
  gpu::TexelFormat texels() const;

  /// Returns the RGBA planes of so many links of each site in one memory. With 14 and 18 reals the last two
  /// reals of two sites share a texel, except in images (shaders/lib/link.glsl).
  std::uint32_t link_planes(std::uint32_t links = 1) const {
    const auto reals = std::uint32_t(reconstruct);
    return lasts_share() ? (reals * links + 3) / 4 : (reals + 3) / 4 * links;
  }
  /// Returns true if the last reals of two sites share a texel.
  bool lasts_share() const { return reconstruct % 4 != 0 && storage != gpu::Storage::image; }
  /// Returns the number of whole planes of a link.
  std::uint32_t whole_link_planes() const { return std::uint32_t(reconstruct) / 4; }

  /// Returns the stored numbers of a colour vector at a site (shaders/lib/colour_field.glsl). In images the
  /// last two are empty. In half precision, where a texel is eight bytes, they are the site's scale.
  std::uint32_t colour_reals() const { return thirds_share() ? 6 : 8; }
  /// Returns true if the third complex numbers of two sites share a texel.
  bool thirds_share() const { return storage != gpu::Storage::image && !in_half(); }

  /// Throws Error(bad_value) for reals other than 8, 12, 14 and 18, for images in a precision other than
  /// single, and for split links in half precision. Throws Error(device) if the device has no double
  /// precision.
  void check(const gpu::DeviceInfo& device) const;
};

}  // namespace glueball
