#include "reference/hisq_force.hpp"

#include "cpu/algebra.hpp"
#include "cpu/same_lattice.hpp"
#include "cpu/unitary_part.hpp"
#include "reference/link_paths.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

/// Returns z of 2 Re X_e^+ dD_eo X_o = Re sum Tr dX z: s(y) eta_mu(y) X(y + steps mu) X(y)^+ times a
/// coefficient and the boundary's factors.
Configuration outer_products(const Geometry& g, const Boundary& boundary, int steps, double coefficient,
                             const FullColourField& x) {
  Configuration z(g);
  const auto at = [&](const Site& s) { return x[std::size_t(Geometry::parity(s))][g.half_index(s)]; };
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu) {
      const Site s = g.site(n);
      Complex factor =
          coefficient * (Geometry::parity(s) == Parity::even ? 1.0 : -1.0) * staggered_phase(s, mu);
      for (int k = 0; k < steps; ++k) factor *= boundary.factor(g, g.neighbour(s, mu, k), mu);
      const ColourVector ahead = at(g.neighbour(s, mu, steps)), here = at(s);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) z.link(n, mu)[i][j] = factor * ahead[i] * std::conj(here[j]);
    }
  return z;
}

}  // namespace

HisqDerivative hisq_chain(const Configuration& u, double epsilon, const Configuration& z_x,
                          const Configuration& z_n, double filter) {
  const HisqLinks links = hisq_links(u, epsilon);
  Configuration z = fat_links_chain(links.w, hisq_weights(epsilon), z_x);
  const Configuration long_links = long_links_chain(links.w, z_n);
  std::size_t filtered = 0;
  for (std::size_t k = 0; k < z.links().size(); ++k) {
    const UnitaryChain chain =
        unitary_part_chain(links.v.links()[k], z.links()[k] + long_links.links()[k], filter);
    z.links()[k] = chain.y;
    filtered += std::size_t(chain.filtered);
  }
  return {fat_links_chain(u, kFat7, z), filtered};
}

std::size_t hisq_force(const Configuration& u, const Boundary& boundary, double epsilon,
                       const FullColourField& x, double eps, Momenta& p, double filter) {
  const Geometry& g = u.geometry();
  require_same_lattice(g, p.geometry(), "HISQ force");
  for (const ParityColourField& half : x) require_sites(half.size(), g.half_volume(), "HISQ force, X");
  const HopCoefficients c = hisq_hops(epsilon);
  const HisqDerivative d = hisq_chain(u, epsilon, outer_products(g, boundary, 1, c.one, x),
                                      outer_products(g, boundary, 3, c.three, x), filter);
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu) {
      const AlgebraVector f = imaginary_traces(u.link(n, mu) * d.z.link(n, mu));
      for (std::size_t a = 0; a < f.size(); ++a) p.at(n, mu)[a] += eps * f[a];
    }
  return d.filtered;
}

}  // namespace glueball::reference
