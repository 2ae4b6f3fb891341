#include "support/fluxes.hpp"

#include <cmath>
#include <tuple>

namespace glueball::test {

Configuration fluxes(const Geometry& g, int n, int m) {
  Configuration u(g);
  const auto extent = [&](int mu) { return double(g.extents()[std::size_t(mu)]); };
  for (std::size_t i = 0; i < g.volume(); ++i) {
    const Site s = g.site(i);
    for (const auto& [mu, nu, count] : {std::tuple{0, 1, n}, {2, 3, m}}) {
      const double f = 2 * M_PI * count / (extent(mu) * extent(nu));
      const auto put = [&](int direction, double angle) {
        Matrix3& link = u.link(i, direction);
        link[0][0] = std::polar(1.0, angle);
        link[1][1] = std::polar(1.0, -angle);
      };
      put(nu, f * s[mu]);
      if (s[mu] == g.extents()[std::size_t(mu)] - 1) put(mu, -f * extent(mu) * s[nu]);
    }
  }
  return u;
}

}  // namespace glueball::test
