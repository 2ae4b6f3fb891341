// RANLUX on the host: subtraction with borrow, most of whose numbers are thrown away.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/ranlux_words.hpp"

namespace glueball::reference {

/// x_n = x_(n-10) - x_(n-24) - c mod 2^24, with c = 1 where the difference before it was negative (Luescher,
/// hep-lat/9309020, eq. 2.1 with r = 24, s = 10).
class Ranlux {
 public:
  /// As a device has it.
  explicit Ranlux(const RanluxWords& words, std::uint32_t skipped);
  /// James's start from a seed (RLUXGO), whose first 24 numbers are used.
  static Ranlux from_seed(std::uint32_t seed, int luxury);

  /// The next number of 24 bits, after those that the luxury level skips.
  std::uint32_t next();
  /// The next four words of 32 bits, made of six numbers a..f: a 2^8 and the highest byte of e, b and the
  /// next, c and the lowest, d and the highest of f.
  std::array<std::uint32_t, 4> block();
  /// Uniform in [0, 1) with 53 bits, of a block.
  double uniform();

  /// Where a whole number of blocks has been used.
  RanluxWords words() const;

 private:
  Ranlux() = default;
  std::uint32_t step();

  std::array<std::uint32_t, 24> x_{};  ///< a ring: x_[at_] is the oldest
  std::size_t at_ = 0;
  std::uint32_t borrow_ = 0, skipped_ = 0;
  std::size_t used_ = 24;  ///< of the last 24
  std::array<std::uint32_t, 24> lot_{};
};

/// A generator a site, even sites first, and one more for the whole lattice at the end: 24 numbers each out
/// of Philox, a function of the seed and the lexicographic site, before the first lot that is skipped. Of a
/// part of a lattice the generators of its sites, and the one for the whole.
std::vector<RanluxWords> ranlux_start(const Geometry& geometry, std::uint64_t seed);

}  // namespace glueball::reference
