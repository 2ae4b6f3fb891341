// Philox random numbers on the host, as the oracle of the shaders' own.
#pragma once

#include <array>
#include <cstdint>

#include "lattice/random_stream.hpp"

namespace glueball::reference {

/// The four words of Philox4x32-10 at counter (site, draw, step, stream) under the key `seed` (Random123).
std::array<std::uint32_t, 4> random_bits(std::uint64_t seed, Stream stream, std::uint32_t step,
                                         std::uint32_t site, std::uint32_t draw);

/// How many binary digits a uniform number has: those of a word, or those of a double.
enum class Digits { single, full };

/// Four uniform numbers.
using Uniforms = std::array<double, 4>;
/// (bits + 1/2) 2^-32, in (0, 1).
Uniforms uniforms_of(const std::array<std::uint32_t, 4>& bits);
/// (n + 1) 2^-53 in (0, 1], n the upper 53 bits of a word of `high` followed by one of `low`.
Uniforms uniforms_of(const std::array<std::uint32_t, 4>& high, const std::array<std::uint32_t, 4>& low);
/// Four uniform numbers by their upper words alone and, with full digits, in full; else both are the same.
struct Draws {
  Uniforms upper, full;
};
/// Of random_bits at `draw`; with full digits the lower words are those at draw + 8.
Draws draws(std::uint64_t seed, Stream stream, std::uint32_t step, std::uint32_t site, std::uint32_t draw,
            Digits digits);

/// Four independent gaussians of unit variance from one block: with u_i = (bits_i + 1/2) 2^-32 and
/// r = sqrt(-2 ln u_0), phi = 2 pi u_1: r cos phi, r sin phi, then likewise from u_2, u_3 (Box-Muller).
std::array<double, 4> gaussians_of(const std::array<std::uint32_t, 4>& bits);
/// Those of random_bits.
std::array<double, 4> gaussians(std::uint64_t seed, Stream stream, std::uint32_t step, std::uint32_t site,
                                std::uint32_t draw);

/// One uniform number in [0, 1) with 53 bits for a whole step, from site 0, draw 0.
double uniform(std::uint64_t seed, std::uint32_t step, Stream stream);

}  // namespace glueball::reference
