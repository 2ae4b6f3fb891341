// Conversion between single precision and 16-bit floats (IEEE 754 binary16), for compilers without such a
// type.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace glueball {

/// Rounds to nearest, ties to even; numbers beyond 65504 become infinity.
inline std::uint16_t to_float16(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto sign = std::uint16_t(bits >> 16 & 0x8000u);
  const std::uint32_t size = bits & 0x7FFFFFFFu;
  if (size > 0x7F800000u) return sign | 0x7E00u;  // NaN
  if (size >= 0x477FF000u) return sign | 0x7C00u;
  // Below 2^-14 a 16-bit float is a multiple of 2^-24. Adding 0.5 makes 2^-24 the last bit of the single.
  if (size < 0x38800000u)
    return sign |
           std::uint16_t(std::bit_cast<std::uint32_t>(std::bit_cast<float>(size) + 0.5f) - 0x3F000000u);
  // This adds half of a last bit less one, and one more if the last bit is odd. A carry into the exponent is
  // correct.
  return sign | std::uint16_t((size - 0x38000000u + 0xFFFu + (size >> 13 & 1u)) >> 13);
}

inline float from_float16(std::uint16_t stored) {
  const std::uint32_t sign = std::uint32_t(stored & 0x8000u) << 16, size = stored & 0x7FFFu;
  float x = std::bit_cast<float>((size << 13) + 0x38000000u);
  if (size >= 0x7C00u) x = size == 0x7C00u ? INFINITY : NAN;
  if (size < 0x0400u) x = float(size) * 0x1p-24f;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) | sign);
}

}  // namespace glueball
