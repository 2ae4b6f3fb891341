// The checksums of the gauge formats. Each one takes the bytes as on disk, in pieces, in any order and from
// several threads at once.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>

namespace glueball::io {

/// SciDAC (QIO): zlib's crc32 of each site's bytes, rotated left by site mod 29 and mod 31, combined by xor.
/// Sites are numbered lexicographically, x fastest.
class ScidacChecksum {
 public:
  explicit ScidacChecksum(std::size_t bytes_per_site) : bytes_per_site_(bytes_per_site) {}
  /// Adds `bytes`, whole sites from `first_site` on.
  void add(std::span<const std::byte> bytes, std::size_t first_site);
  std::uint32_t a() const { return a_; }
  std::uint32_t b() const { return b_; }
  /// Returns "37affb9c 2fc07bbf".
  std::string to_string() const;

 private:
  std::size_t bytes_per_site_;
  std::atomic<std::uint32_t> a_ = 0, b_ = 0;
};

/// NERSC: the sum modulo 2^32 of all 32-bit words, taken in the file's byte order.
class NerscChecksum {
 public:
  explicit NerscChecksum(std::endian order) : order_(order) {}
  /// Adds `bytes`, whole words.
  void add(std::span<const std::byte> bytes);
  std::uint32_t value() const { return sum_; }
  std::string to_string() const;

 private:
  std::endian order_;
  std::atomic<std::uint32_t> sum_ = 0;
};

/// MILC: 32-bit words in the file's byte order, rotated left by their number mod 29 and mod 31, combined by
/// xor.
class MilcChecksum {
 public:
  explicit MilcChecksum(std::endian order) : order_(order) {}
  /// Adds `bytes`, whole words from number `first_word` on.
  void add(std::span<const std::byte> bytes, std::uint64_t first_word);
  std::uint32_t sum29() const { return sum29_; }
  std::uint32_t sum31() const { return sum31_; }
  std::string to_string() const;

 private:
  std::endian order_;
  std::atomic<std::uint32_t> sum29_ = 0, sum31_ = 0;
};

/// ILDG's crcCheckSum (QCDml), the number that POSIX cksum prints: a CRC-32 of polynomial 0x04C11DB7, most
/// significant bit first, over the bytes and then their number.
class PosixChecksum {
 public:
  /// Adds `bytes`, which begin at `offset`.
  void add(std::span<const std::byte> bytes, std::uint64_t offset);
  /// Throws std::logic_error if bytes in the middle are missing.
  std::uint32_t value() const;

 private:
  struct Piece {
    std::uint64_t length;
    std::uint32_t crc;
  };
  std::mutex mutex_;
  std::map<std::uint64_t, Piece> ahead_;  ///< pieces behind a gap, by their offset
  std::uint64_t length_ = 0;
  std::uint32_t crc_ = 0;  ///< of the first length_ bytes, with bits mirrored
};

}  // namespace glueball::io
