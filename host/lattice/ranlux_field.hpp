// A RANLUX generator at every site of a device lattice.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lattice/field.hpp"

namespace glueball {

/// As the device holds it: 24 numbers of 24 bits, the oldest first; the borrow in bit 0 of the last word, the blocks of six
/// that have been used of them from bit 8. See shaders/lib/ranlux.glsl.
using RanluxWords = std::array<std::uint32_t, 25>;

/// Numbers of a lot of which 24 are used, by luxury level 0 to 4 (James, Comp. Phys. Comm. 79 (1994) 111).
inline constexpr std::array<std::uint32_t, 5> kRanluxLots{24, 48, 97, 223, 389};

/// The generators of the sites of one parity: word w of site s is number w * (V/2) + s of a plain buffer.
class RanluxHalf : public Bound {
 public:
  explicit RanluxHalf(const DeviceLattice& lattice)
      : Bound(lattice.allocate_buffer(lattice.geometry().half_volume() * sizeof(RanluxWords))) {}
};

/// Of both parities, at one luxury level.
class RanluxField : public Both<RanluxHalf> {
 public:
  RanluxField(const DeviceLattice& lattice, int luxury)
      : Both(lattice), lattice_(lattice), skipped_(kRanluxLots.at(std::size_t(luxury)) - 24) {}

  /// Numbers skipped between two lots of 24.
  std::uint32_t skipped() const { return skipped_; }

  // By parity, then by number of the site among those of its parity.
  void upload(const std::vector<RanluxWords>& generators);
  std::vector<RanluxWords> download() const;

 private:
  const DeviceLattice& lattice_;
  std::uint32_t skipped_;
};

}  // namespace glueball
