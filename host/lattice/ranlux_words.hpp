// The state of a RANLUX generator.
#pragma once

#include <array>
#include <cstdint>

namespace glueball {

/// The state as on the device: 24 numbers of 24 bits, the oldest first. The last word has the borrow in bit
/// 0, and from bit 8 the number of used blocks of six. See shaders/lib/ranlux.glsl.
using RanluxWords = std::array<std::uint32_t, 25>;

/// Numbers generated for each 24 used, by luxury level 0 to 4 (James, Comp. Phys. Comm. 79 (1994) 111).
inline constexpr std::array<std::uint32_t, 5> kRanluxLots{24, 48, 97, 223, 389};

}  // namespace glueball
