#include "cpu/stout.hpp"

#include "cpu/algebra.hpp"
#include "cpu/loops.hpp"

namespace glueball::cpu {

Configuration stout_links(const Configuration& u, double rho, int dimensions) {
  const Geometry& g = u.geometry();
  Configuration smeared = u;
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < dimensions; ++mu) {
      Matrix3 loops;  // U C^+, the plaquettes through the link
      for (int nu = 0; nu < dimensions; ++nu)
        if (nu != mu)
          for (const bool forward : {true, false})
            loops += rectangle(u, g.site(n), {mu, true}, {nu, forward});
      AlgebraVector q = imaginary_traces(loops);
      for (double& x : q) x *= -2 * rho;
      smeared.link(n, mu) = exponential(q, 1.0) * u.link(n, mu);
    }
  return smeared;
}

}  // namespace glueball::cpu
