#include "io/checksums.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <array>

#include "io/byte_order.hpp"

namespace glueball::io {
namespace {

/// The remainder of every byte, shifted to the top of the register.
constexpr std::array<std::uint32_t, 256> kPosixTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t r = byte << 24;
    for (int bit = 0; bit < 8; ++bit) r = r << 1 ^ (r >> 31 ? 0x04C11DB7u : 0u);
    table[byte] = r;
  }
  return table;
}();

std::uint32_t posix_step(std::uint32_t crc, std::uint8_t byte) {
  return crc << 8 ^ kPosixTable[crc >> 24 ^ byte];
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

std::string ScidacChecksum::to_string() const { return fmt::format("{:x} {:x}", a_, b_); }

void NerscChecksum::add(std::span<const std::byte> bytes) {
  for (std::size_t n = 0; n < bytes.size(); n += 4) sum_ += load<std::uint32_t>(bytes.data() + n, order_);
}

std::string NerscChecksum::to_string() const { return fmt::format("{:x}", sum_); }

void MilcChecksum::add(std::span<const std::byte> bytes) {
  for (std::size_t n = 0; n < bytes.size(); n += 4, ++words_) {
    const auto word = load<std::uint32_t>(bytes.data() + n, order_);
    sum29_ ^= std::rotl(word, int(words_ % 29));
    sum31_ ^= std::rotl(word, int(words_ % 31));
  }
}

std::string MilcChecksum::to_string() const { return fmt::format("{:x} {:x}", sum29_, sum31_); }

void PosixChecksum::add(std::span<const std::byte> bytes) {
  length_ += bytes.size();
  for (const std::byte b : bytes) crc_ = posix_step(crc_, std::uint8_t(b));
}

std::uint32_t PosixChecksum::value() const {
  std::uint32_t crc = crc_;
  for (std::uint64_t rest = length_; rest > 0; rest >>= 8) crc = posix_step(crc, std::uint8_t(rest));
  return ~crc;
}

}  // namespace glueball::io
