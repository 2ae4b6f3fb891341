#include "reference/gaussian_momenta.hpp"

#include <algorithm>

#include "reference/gaussian.hpp"

namespace glueball::reference {

void gaussian_momenta(Momenta& p, std::uint64_t seed, std::uint32_t step) {
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < p.geometry().volume(); ++n) {
    for (std::uint32_t draw = 0; draw < 2 * kDirections; ++draw) {
      const auto g = gaussians(seed, Stream::momenta, step, std::uint32_t(n), draw);
      std::copy(g.begin(), g.end(), p.at(n, int(draw / 2)).begin() + 4 * (draw % 2));
    }
  }
}

}  // namespace glueball::reference
