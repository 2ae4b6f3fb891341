// Converts numbers of a given byte order from and to raw bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace glueball::io {

inline std::uint32_t swap_bytes(std::uint32_t w) { return __builtin_bswap32(w); }
inline std::uint64_t swap_bytes(std::uint64_t w) { return __builtin_bswap64(w); }

/// Returns the number of type T (4 or 8 bytes) stored at `bytes` in the given order.
template <class T>
T load(const std::byte* bytes, std::endian order) {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static_assert(sizeof(T) == sizeof(Word));
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  if (order != std::endian::native) word = swap_bytes(word);
  return std::bit_cast<T>(word);
}

/// Stores `value` (4 or 8 bytes) in the given order.
template <class T>
void store(T value, std::endian order, std::byte* bytes) {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static_assert(sizeof(T) == sizeof(Word));
  Word word = std::bit_cast<Word>(value);
  if (order != std::endian::native) word = swap_bytes(word);
  std::memcpy(bytes, &word, sizeof word);
}

}  // namespace glueball::io
