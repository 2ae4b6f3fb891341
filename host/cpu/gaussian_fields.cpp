#include "cpu/gaussian_fields.hpp"

#include <algorithm>
#include <numbers>

#include "cpu/random.hpp"
#include "lattice/spin_basis.hpp"

namespace glueball::cpu {

ParityColourField gaussian_colour(const Geometry& geometry, Parity parity, std::uint64_t seed,
                                  std::uint32_t step, std::uint32_t number) {
  constexpr double kRootHalf = std::numbers::sqrt2 / 2.0;
  const auto stream = Stream(stream_word(Stream::pseudofermion, number));
  ParityColourField eta(geometry.half_volume());
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < eta.size(); ++n) {
    const auto site = std::uint32_t(geometry.global_index(geometry.half_site(parity, n)));
    const auto first = gaussians(seed, stream, step, site, 0),
               second = gaussians(seed, stream, step, site, 1);
    eta[n][0] = kRootHalf * Complex(first[0], first[1]);
    eta[n][1] = kRootHalf * Complex(first[2], first[3]);
    eta[n][2] = kRootHalf * Complex(second[0], second[1]);
  }
  return eta;
}

ParitySpinorField gaussian_spinor(const Geometry& geometry, Parity parity, std::uint64_t seed,
                                  std::uint32_t step, Stream stream) {
  constexpr double kRootHalf = std::numbers::sqrt2 / 2.0;
  ParitySpinorField eta(geometry.half_volume());
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < eta.size(); ++n) {
    const auto site = std::uint32_t(geometry.index(geometry.half_site(parity, n)));
    Spinor internal;
    for (std::uint32_t draw = 0; draw < 6; ++draw) {
      const auto g = gaussians(seed, stream, step, site, draw);
      for (std::uint32_t k = 0; k < 2; ++k) {
        const std::uint32_t component = 2 * draw + k;
        internal[int(component / 3)][component % 3] = kRootHalf * Complex(g[2 * k], g[2 * k + 1]);
      }
    }
    eta[n] = to_external(internal);
  }
  return eta;
}

void gaussian_momenta(Momenta& p, std::uint64_t seed, std::uint32_t step) {
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < p.geometry().volume(); ++n) {
    for (std::uint32_t draw = 0; draw < 2 * kDirections; ++draw) {
      const auto g = gaussians(seed, Stream::momenta, step, std::uint32_t(n), draw);
      std::copy(g.begin(), g.end(), p.at(n, int(draw / 2)).begin() + 4 * (draw % 2));
    }
  }
}

}  // namespace glueball::cpu
