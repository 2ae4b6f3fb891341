// The hash of Fowler, Noll and Vo, 64 bits (FNV-1a). It names cache entries and detects damaged ones.
#pragma once

#include <cstdint>
#include <string>

namespace glueball {

inline constexpr std::uint64_t kFnvStart = 0xcbf29ce484222325u;

/// Returns the hash continued with these items (characters, bytes, words).
template <class Items>
constexpr std::uint64_t fnv(std::uint64_t hash, const Items& items) {
  for (const auto item : items) hash = (hash ^ std::uint64_t(item)) * 0x100000001b3u;
  return hash;
}

/// Returns the hash as sixteen hexadecimal digits, for names.
inline std::string fnv_digits(std::uint64_t hash) {
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[hash >> shift & 15];
  return digits;
}

}  // namespace glueball
