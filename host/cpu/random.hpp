// Philox random numbers on the host, the reference for the shaders' numbers.
#pragma once

#include <array>
#include <cstdint>

#include "lattice/random_stream.hpp"

namespace glueball::cpu {

/// Returns the four words of Philox4x32-10 at counter (site, draw, step, stream) under the key `seed`
/// (Random123).
std::array<std::uint32_t, 4> random_bits(std::uint64_t seed, Stream stream, std::uint32_t step,
                                         std::uint32_t site, std::uint32_t draw);

/// The binary digits of a uniform number: those of one word, or those of a double.
enum class Digits { single, full };

/// Four uniform numbers.
using Uniforms = std::array<double, 4>;
/// Returns (bits + 1/2) 2^-32, in (0, 1).
Uniforms uniforms_of(const std::array<std::uint32_t, 4>& bits);
/// Returns (n + 1) 2^-53 in (0, 1], where n is the upper 53 bits of a word of `high` followed by one of
/// `low`.
Uniforms uniforms_of(const std::array<std::uint32_t, 4>& high, const std::array<std::uint32_t, 4>& low);
/// Four uniform numbers from upper words alone, and with all digits. Both are equal for Digits::single.
struct Draws {
  Uniforms upper, full;
};
/// Returns the numbers of random_bits at `draw`. For Digits::full the lower words are those at draw + 8.
Draws draws(std::uint64_t seed, Stream stream, std::uint32_t step, std::uint32_t site, std::uint32_t draw,
            Digits digits);

/// Returns four independent gaussian numbers of unit variance from one block (Box-Muller). With u_i = (bits_i
/// + 1/2) 2^-32, r = sqrt(-2 ln u_0) and phi = 2 pi u_1 they are r cos phi, r sin phi, and the same from u_2,
/// u_3.
std::array<double, 4> gaussians_of(const std::array<std::uint32_t, 4>& bits);
/// Returns the gaussian numbers of random_bits.
std::array<double, 4> gaussians(std::uint64_t seed, Stream stream, std::uint32_t step, std::uint32_t site,
                                std::uint32_t draw);

/// Returns one uniform number in [0, 1) with 53 bits for a whole step, from site 0, draw 0.
double uniform(std::uint64_t seed, std::uint32_t step, Stream stream);

}  // namespace glueball::cpu
