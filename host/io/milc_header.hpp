// The header of MILC's version 5: magic, four extents, 64 characters of time stamp, site order, two
// checksums.
#pragma once

#include <cstddef>
#include <cstdint>

namespace glueball::io::milc {

inline constexpr std::int32_t kVersion5 = 20103;
inline constexpr std::size_t kStampOffset = 20, kStampBytes = 64, kOrderOffset = 84, kSumsOffset = 88,
                             kHeader5 = 96;

}  // namespace glueball::io::milc
