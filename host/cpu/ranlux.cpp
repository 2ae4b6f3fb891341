#include "cpu/ranlux.hpp"

#include <algorithm>

#include "cpu/random.hpp"
#include "lattice/random_stream.hpp"

namespace glueball::cpu {
namespace {

constexpr std::uint32_t kModulus = 1u << 24;

RanluxWords start_of(std::uint64_t seed, std::uint32_t site) {
  RanluxWords words{};
  for (std::uint32_t draw = 0; draw < 6; ++draw) {
    const auto bits = random_bits(seed, Stream::ranlux, 0, site, draw);
    for (std::size_t k = 0; k < 4; ++k) words[4 * draw + k] = bits[k] >> 8;
  }
  words[24] = 4u << 8;
  return words;
}

}  // namespace

Ranlux::Ranlux(const RanluxWords& words, std::uint32_t skipped)
    : borrow_(words[24] & 1u), skipped_(skipped), used_(6 * (words[24] >> 8)) {
  std::copy_n(words.begin(), 24, x_.begin());
  lot_ = x_;
}

Ranlux Ranlux::from_seed(std::uint32_t seed, int luxury) {
  Ranlux r;
  r.skipped_ = kRanluxLots.at(std::size_t(luxury)) - 24;
  std::int64_t z = seed;
  for (std::size_t k = 24; k-- > 0;) {  // newest first
    z = 40014 * z % 2147483563;
    r.x_[k] = std::uint32_t(z % kModulus);
  }
  r.borrow_ = r.x_[0] == 0;
  for (auto& x : r.lot_) x = r.step();
  r.used_ = 0;
  return r;
}

std::uint32_t Ranlux::step() {
  const std::int64_t d = std::int64_t(x_[(at_ + 14) % 24]) - std::int64_t(x_[at_]) - std::int64_t(borrow_);
  borrow_ = d < 0;
  x_[at_] = std::uint32_t(d < 0 ? d + kModulus : d);
  const std::uint32_t made = x_[at_];
  at_ = (at_ + 1) % 24;
  return made;
}

std::uint32_t Ranlux::next() {
  if (used_ == 24) {
    for (std::uint32_t n = 0; n < skipped_; ++n) step();
    for (auto& x : lot_) x = step();
    used_ = 0;
  }
  return lot_[used_++];
}

std::array<std::uint32_t, 4> Ranlux::block() {
  std::array<std::uint32_t, 6> n;
  for (auto& x : n) x = next();
  return {n[0] << 8 | n[4] >> 16, n[1] << 8 | (n[4] >> 8 & 0xFFu), n[2] << 8 | (n[4] & 0xFFu),
          n[3] << 8 | n[5] >> 16};
}

double Ranlux::uniform() {
  const auto bits = block();
  return double((std::uint64_t(bits[0]) << 32 | bits[1]) >> 11) * 0x1p-53;
}

RanluxWords Ranlux::words() const {
  RanluxWords words{};
  for (std::size_t k = 0; k < 24; ++k) words[k] = x_[(at_ + k) % 24];
  words[24] = borrow_ | std::uint32_t(used_ / 6) << 8;
  return words;
}

std::vector<RanluxWords> ranlux_start(const Geometry& geometry, std::uint64_t seed) {
  std::vector<RanluxWords> all;
  for (const Parity parity : {Parity::even, Parity::odd})
    for (std::size_t n = 0; n < geometry.half_volume(); ++n)
      all.push_back(start_of(seed, std::uint32_t(geometry.global_index(geometry.half_site(parity, n)))));
  all.push_back(start_of(seed, std::uint32_t(geometry.whole_volume())));
  return all;
}

}  // namespace glueball::cpu
