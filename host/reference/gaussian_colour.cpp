#include "reference/gaussian_colour.hpp"

#include <numbers>

#include "reference/gaussian.hpp"

namespace glueball::reference {

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

}  // namespace glueball::reference
