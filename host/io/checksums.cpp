#include "io/checksums.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include "io/byte_order.hpp"

namespace glueball::io {

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

}  // namespace glueball::io
