#include "cpu/random.hpp"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

namespace glueball::cpu {

std::array<std::uint32_t, 4> random_bits(std::uint64_t seed, Stream stream, std::uint32_t step,
                                         std::uint32_t site, std::uint32_t draw) {
  const r123::Philox4x32::ctr_type counter = {{site, draw, step, std::uint32_t(stream)}};
  const r123::Philox4x32::key_type key = {{std::uint32_t(seed), std::uint32_t(seed >> 32)}};
  const auto bits = r123::Philox4x32{}(counter, key);
  return {bits[0], bits[1], bits[2], bits[3]};
}

Uniforms uniforms_of(const std::array<std::uint32_t, 4>& bits) {
  Uniforms u;
  for (std::size_t k = 0; k < 4; ++k) u[k] = (double(bits[k]) + 0.5) * 0x1p-32;
  return u;
}

Uniforms uniforms_of(const std::array<std::uint32_t, 4>& high, const std::array<std::uint32_t, 4>& low) {
  Uniforms u;
  for (std::size_t k = 0; k < 4; ++k)
    u[k] = double(((std::uint64_t(high[k]) << 32 | low[k]) >> 11) + 1) * 0x1p-53;
  return u;
}

Draws draws(std::uint64_t seed, Stream stream, std::uint32_t step, std::uint32_t site, std::uint32_t draw,
            Digits digits) {
  constexpr std::uint32_t kLowerWords = 8;
  const auto words = random_bits(seed, stream, step, site, draw);
  const Uniforms upper = uniforms_of(words);
  if (digits == Digits::single) return {upper, upper};
  return {upper, uniforms_of(words, random_bits(seed, stream, step, site, draw + kLowerWords))};
}

std::array<double, 4> gaussians(std::uint64_t seed, Stream stream, std::uint32_t step, std::uint32_t site,
                                std::uint32_t draw) {
  return gaussians_of(random_bits(seed, stream, step, site, draw));
}

std::array<double, 4> gaussians_of(const std::array<std::uint32_t, 4>& bits) {
  const Uniforms u = uniforms_of(bits);
  std::array<double, 4> g;
  for (std::size_t pair = 0; pair < 4; pair += 2) {
    const double r = std::sqrt(-2.0 * std::log(u[pair])), phi = 2.0 * std::numbers::pi * u[pair + 1];
    g[pair] = r * std::cos(phi);
    g[pair + 1] = r * std::sin(phi);
  }
  return g;
}

double uniform(std::uint64_t seed, std::uint32_t step, Stream stream) {
  const auto bits = random_bits(seed, stream, step, 0, 0);
  const std::uint64_t word = (std::uint64_t(bits[0]) << 32 | bits[1]) >> 11;
  return double(word) * 0x1p-53;
}

}  // namespace glueball::cpu
