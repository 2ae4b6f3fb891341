// The state of a RANLUX generator.
#pragma once

#include <array>
#include <cstdint>

namespace glueball {

/// As the device holds it: 24 numbers of 24 bits, the oldest first; the borrow in bit 0 of the last word, the
/// blocks of six that have been used of them from bit 8. See shaders/lib/ranlux.glsl.
using RanluxWords = std::array<std::uint32_t, 25>;

/// Numbers of a lot of which 24 are used, by luxury level 0 to 4 (James, Comp. Phys. Comm. 79 (1994) 111).
inline constexpr std::array<std::uint32_t, 5> kRanluxLots{24, 48, 97, 223, 389};

}  // namespace glueball
