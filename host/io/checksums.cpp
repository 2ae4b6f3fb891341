#include "io/checksums.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "io/byte_order.hpp"

namespace glueball::io {
namespace {

/// zlib's crc32 has the polynomial of POSIX but takes each byte's least significant bit first. With mirrored
/// bytes it contains the mirrored register. zlib inverts the register before and after; POSIX begins with 0.
std::uint32_t mirrored_crc(std::uint32_t crc, std::span<const std::byte> mirrored) {
  return ~std::uint32_t(crc32(~crc, reinterpret_cast<const Bytef*>(mirrored.data()), uInt(mirrored.size())));
}

/// Returns `w` with the bits of each byte reversed.
std::uint64_t mirrored_bytes(std::uint64_t w) {
  w = (w >> 1 & 0x5555555555555555u) | (w & 0x5555555555555555u) << 1;
  w = (w >> 2 & 0x3333333333333333u) | (w & 0x3333333333333333u) << 2;
  return (w >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (w & 0x0F0F0F0F0F0F0F0Fu) << 4;
}

std::uint32_t mirrored_word(std::uint32_t w) { return swap_bytes(std::uint32_t(mirrored_bytes(w))); }

/// Returns the mirrored register, started at 0, for bytes that are not mirrored yet.
std::uint32_t posix_crc(std::span<const std::byte> bytes) {
  std::array<std::uint64_t, 512> block{};
  std::uint32_t crc = 0;
  while (!bytes.empty()) {
    const std::size_t size = std::min(bytes.size(), sizeof block);
    std::memcpy(block.data(), bytes.data(), size);
    for (std::uint64_t& word : block) word = mirrored_bytes(word);
    crc = mirrored_crc(crc, std::as_bytes(std::span(block)).first(size));
    bytes = bytes.subspan(size);
  }
  return crc;
}

}  // namespace

void ScidacChecksum::add(std::span<const std::byte> bytes, std::size_t first_site) {
  const std::int64_t sites = std::int64_t(bytes.size() / bytes_per_site_);
  std::uint32_t a = 0, b = 0;
#pragma omp parallel for reduction(^ : a, b) if (sites > 1024)
  for (std::int64_t n = 0; n < sites; ++n) {
    const std::byte* site = bytes.data() + std::size_t(n) * bytes_per_site_;
    const auto crc = std::uint32_t(crc32(0, reinterpret_cast<const Bytef*>(site), uInt(bytes_per_site_)));
    const std::size_t rank = first_site + std::size_t(n);
    a ^= std::rotl(crc, int(rank % 29));
    b ^= std::rotl(crc, int(rank % 31));
  }
  a_ ^= a;
  b_ ^= b;
}

std::string ScidacChecksum::to_string() const { return fmt::format("{:x} {:x}", a(), b()); }

void NerscChecksum::add(std::span<const std::byte> bytes) {
  std::uint32_t sum = 0;
  for (std::size_t n = 0; n < bytes.size(); n += 4) sum += load<std::uint32_t>(bytes.data() + n, order_);
  sum_ += sum;
}

std::string NerscChecksum::to_string() const { return fmt::format("{:x}", value()); }

void MilcChecksum::add(std::span<const std::byte> bytes, std::uint64_t first_word) {
  std::uint32_t sum29 = 0, sum31 = 0;
  int by29 = int(first_word % 29), by31 = int(first_word % 31);
  for (std::size_t n = 0; n < bytes.size(); n += 4) {
    const auto word = load<std::uint32_t>(bytes.data() + n, order_);
    sum29 ^= std::rotl(word, by29);
    sum31 ^= std::rotl(word, by31);
    by29 = by29 == 28 ? 0 : by29 + 1;
    by31 = by31 == 30 ? 0 : by31 + 1;
  }
  sum29_ ^= sum29;
  sum31_ ^= sum31;
}

std::string MilcChecksum::to_string() const { return fmt::format("{:x} {:x}", sum29(), sum31()); }

void PosixChecksum::add(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (bytes.empty()) return;
  const std::uint32_t crc = posix_crc(bytes);
  const std::lock_guard lock(mutex_);
  ahead_.emplace(offset, Piece{bytes.size(), crc});
  for (auto next = ahead_.begin(); next != ahead_.end() && next->first == length_;
       next = ahead_.erase(next)) {
    crc_ = std::uint32_t(crc32_combine(crc_, next->second.crc, z_off_t(next->second.length)));
    length_ += next->second.length;
  }
}

std::uint32_t PosixChecksum::value() const {
  if (!ahead_.empty()) throw std::logic_error("PosixChecksum: bytes are missing between others");
  std::array<std::byte, 8> length;  // the number of bytes without its leading zero bytes
  store(mirrored_bytes(length_), std::endian::little, length.data());
  const auto bytes = std::size_t(std::bit_width(length_) + 7) / 8;
  return ~mirrored_word(mirrored_crc(crc_, std::span(length).first(bytes)));
}

}  // namespace glueball::io
