// Ising's model in two dimensions on the CPU: the same chain, spin by spin, and what Onsager and Yang know of
// it.
#pragma once

#include <Random123/philox.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

namespace ising {

/// Arguments of heatbath.comp.
struct Heatbath {
  std::uint32_t extent, parity, step, seed;
  std::array<std::uint32_t, 5> up;
};

/// Up with probability exp(beta sum) / (exp(beta sum) + exp(-beta sum)).
inline Heatbath heatbath(std::uint32_t extent, double beta, std::uint32_t seed) {
  Heatbath h{extent, 0, 0, seed, {}};
  for (int k = 0; k < 5; ++k)
    h.up[std::size_t(k)] = std::uint32_t(0x1p32 / (1 + std::exp(-2 * beta * (2 * k - 4))));
  return h;
}

using Spins = std::vector<std::int32_t>;

inline Spins start(std::uint32_t extent, bool hot, std::uint32_t seed) {
  Spins spins(extent * extent, 1);
  for (std::uint32_t i = 0; hot && i < spins.size(); ++i)
    spins[i] = r123::Philox4x32()({{i, 1, 0, 0}}, {{seed, 0}})[0] & 1 ? 1 : -1;
  return spins;
}

inline void sweep(Spins& spins, Heatbath h) {
  const std::uint32_t n = h.extent;
  const auto spin = [&](std::uint32_t x, std::uint32_t y) { return spins[(y % n) * n + x % n]; };
  for (std::uint32_t parity = 0; parity < 2; ++parity)
    for (std::uint32_t y = 0; y < n; ++y)
      for (std::uint32_t x = (y + parity) % 2; x < n; x += 2) {
        const int sum = spin(x + 1, y) + spin(x + n - 1, y) + spin(x, y + 1) + spin(x, y + n - 1);
        const std::uint32_t bits = r123::Philox4x32()({{y * n + x, 0, h.step, 0}}, {{h.seed, 0}})[0];
        spins[y * n + x] = bits < h.up[std::size_t(sum + 4) / 2] ? 1 : -1;
      }
}

/// Energy per site of the infinite lattice (Onsager 1944).
inline double energy(double beta) {
  const double tanh2 = std::tanh(2 * beta), kappa = 2 * tanh2 / std::cosh(2 * beta);
  return -(1 + 2 / std::numbers::pi * (2 * tanh2 * tanh2 - 1) * std::comp_ellint_1(kappa)) / tanh2;
}

/// |Magnetisation| per site (Yang 1952); 0 in the disordered phase.
inline double magnetisation(double beta) {
  const double x = std::pow(std::sinh(2 * beta), -4);
  return x < 1 ? std::pow(1 - x, 0.125) : 0;
}

}  // namespace ising
