#include "lattice/configuration.hpp"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

namespace glueball {
namespace {

/// Two independent unit gaussians from one Philox block (Box-Muller).
Complex gaussian(std::uint64_t seed, std::uint32_t link, std::uint32_t draw) {
  r123::Philox4x32 philox;
  const r123::Philox4x32::ctr_type counter = {{link, draw, 0x686f74u /* "hot" */, 0}};
  const r123::Philox4x32::key_type key = {{std::uint32_t(seed), std::uint32_t(seed >> 32)}};
  const auto bits = philox(counter, key);
  const double u = (double(bits[0]) + 0.5) * 0x1p-32, v = double(bits[1]) * 0x1p-32;
  return std::polar(std::sqrt(-2.0 * std::log(u)), 2.0 * std::numbers::pi * v);
}

}  // namespace

Configuration hot_configuration(const Geometry& geometry, std::uint64_t seed) {
  Configuration u(geometry);
#pragma omp parallel for
  for (std::size_t n = 0; n < u.links().size(); ++n) {
    Matrix3 m;
    for (std::uint32_t k = 0; k < 6; ++k) m[int(k / 3)][k % 3] = gaussian(seed, std::uint32_t(n), k);
    // Gram-Schmidt of two gaussian rows and their cross product is Haar distributed.
    u.links()[n] = reunitarized(m);
  }
  return u;
}

}  // namespace glueball
