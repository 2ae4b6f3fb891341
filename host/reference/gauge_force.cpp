#include "reference/gauge_force.hpp"

#include "reference/algebra.hpp"
#include "reference/same_lattice.hpp"

namespace glueball::reference {

void gauge_force(const Configuration& u, const GaugeCouplings& couplings, double eps, Momenta& p) {
  require_same_lattice(u.geometry(), p.geometry(), "gauge force");
  const Geometry& g = u.geometry();
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    for (int mu = 0; mu < kDirections; ++mu) {
      const AlgebraVector f = imaginary_traces(u.link(n, mu) * action_staples(u, couplings, s, mu));
      for (int a = 0; a < 8; ++a) p.at(n, mu)[a] -= eps * couplings.beta / 3.0 * f[a];
    }
  }
}

}  // namespace glueball::reference
