#include "reference/plaquette_density.hpp"

namespace glueball::reference {

std::vector<std::array<double, 2>> plaquette_density(const Configuration& u) {
  const Geometry& g = u.geometry();
  std::vector<std::array<double, 2>> density(g.volume());
#pragma omp parallel for
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    for (int nu = 1; nu < kDirections; ++nu)
      for (int mu = 0; mu < nu; ++mu) {
        const Matrix3 lower = u.link(s, mu) * u.link(g.neighbour(s, mu), nu);
        const Matrix3 upper = u.link(s, nu) * u.link(g.neighbour(s, nu), mu);
        density[n][nu == 3] += 1.0 - trace(lower * adjoint(upper)).real() / 3.0;
      }
  }
  return density;
}

}  // namespace glueball::reference
