// Links after a gauge transformation that is drawn at random.
#pragma once

#include <cstdint>

#include "lattice/configuration.hpp"

namespace glueball::test {

/// U_mu(x) -> g(x) U_mu(x) g(x + mu)^+, g from the hot start with this seed.
inline Configuration gauge_transformed(const Configuration& u, std::uint64_t seed) {
  const Geometry& geometry = u.geometry();
  const Configuration g = hot_configuration(geometry, seed);
  Configuration v(geometry);
  for (std::size_t n = 0; n < geometry.volume(); ++n) {
    const Site s = geometry.site(n);
    for (int mu = 0; mu < kDirections; ++mu)
      v.link(n, mu) = g.link(n, 0) * u.link(n, mu) * adjoint(g.link(geometry.neighbour(s, mu), 0));
  }
  return v;
}

}  // namespace glueball::test
