// RANLUX on the host: subtraction with borrow, of whose numbers most are skipped.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/ranlux_words.hpp"

namespace glueball::cpu {

/// x_n = x_(n-10) - x_(n-24) - c mod 2^24, with c = 1 if the previous difference was negative (Luescher,
/// hep-lat/9309020, eq. 2.1 with r = 24, s = 10).
class Ranlux {
 public:
  /// Takes a state as a device holds it.
  explicit Ranlux(const RanluxWords& words, std::uint32_t skipped);
  /// Initializes from a seed as James's RLUXGO does, whose first 24 numbers are used.
  static Ranlux from_seed(std::uint32_t seed, int luxury);

  /// Returns the next number of 24 bits, after those that the luxury level skips.
  std::uint32_t next();
  /// Returns the next four words of 32 bits. They are made of six numbers a..f: a 2^8 and the highest byte of
  /// e, b and the next byte, c and the lowest, d and the highest byte of f.
  std::array<std::uint32_t, 4> block();
  /// Returns a uniform number in [0, 1) with 53 bits from one block.
  double uniform();

  /// Returns the state. A whole number of blocks must have been used.
  RanluxWords words() const;

 private:
  Ranlux() = default;
  std::uint32_t step();

  std::array<std::uint32_t, 24> x_{};  ///< a ring buffer: x_[at_] is the oldest
  std::size_t at_ = 0;
  std::uint32_t borrow_ = 0, skipped_ = 0;
  std::size_t used_ = 24;  ///< how many of the last 24 numbers were used
  std::array<std::uint32_t, 24> lot_{};
};

/// Returns a generator for each site, even sites first, and at the end one for the whole lattice. Each has 24
/// numbers from Philox, a function of the seed and the lexicographic site, before the first block that is
/// skipped. For a part of a lattice these are the generators of its sites, and the one of the whole lattice.
std::vector<RanluxWords> ranlux_start(const Geometry& geometry, std::uint64_t seed);

}  // namespace glueball::cpu
