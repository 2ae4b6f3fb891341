#include "reference/naik.hpp"

namespace glueball::reference {

Configuration long_links(const Configuration& u) {
  const Geometry& g = u.geometry();
  Configuration l(g);
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu) {
      const Site s = g.site(n);
      l.link(n, mu) = u.link(s, mu) * u.link(g.neighbour(s, mu), mu) * u.link(g.neighbour(s, mu, 2), mu);
    }
  return l;
}

}  // namespace glueball::reference
