#include "lattice/configuration.hpp"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

#include "lattice/random_stream.hpp"

namespace glueball {
namespace {

/// Returns two independent unit gaussians from one Philox block (Box-Muller).
Complex gaussian(std::uint64_t seed, std::uint32_t site, std::uint32_t draw) {
  r123::Philox4x32 philox;
  const r123::Philox4x32::ctr_type counter = {{site, draw, 0, std::uint32_t(Stream::start)}};
  const r123::Philox4x32::key_type key = {{std::uint32_t(seed), std::uint32_t(seed >> 32)}};
  const auto bits = philox(counter, key);
  const double u = (double(bits[0]) + 0.5) * 0x1p-32, v = (double(bits[1]) + 0.5) * 0x1p-32;
  return std::polar(std::sqrt(-2.0 * std::log(u)), 2.0 * std::numbers::pi * v);
}

}  // namespace

Configuration hot_configuration(const Geometry& geometry, std::uint64_t seed) {
  Configuration u(geometry);
#pragma omp parallel for
  for (std::size_t n = 0; n < geometry.volume(); ++n) {
    const auto site = std::uint32_t(geometry.global_index(geometry.site(n)));
    for (int mu = 0; mu < kDirections; ++mu) {
      Matrix3 m;
      for (std::uint32_t k = 0; k < 6; ++k)
        m[int(k / 3)][k % 3] = gaussian(seed, site, 6 * std::uint32_t(mu) + k);
      // Two gaussian rows, orthonormalised by Gram-Schmidt, and their cross product are Haar distributed.
      u.link(n, mu) = reunitarized(m);
    }
  }
  return u;
}

}  // namespace glueball
