#include "reference/gaussian_spinor.hpp"

#include <numbers>

#include "lattice/spin_basis.hpp"
#include "reference/gaussian.hpp"

namespace glueball::reference {

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

}  // namespace glueball::reference
