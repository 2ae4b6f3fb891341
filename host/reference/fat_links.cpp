#include "reference/fat_links.hpp"

#include <array>

#include "reference/link_paths.hpp"
#include "reference/same_lattice.hpp"

namespace glueball::reference {
namespace {

/// A matrix for each site x that transports from x to x + mu.
using Transporters = std::vector<Matrix3>;

/// The staples of a transporter along nu: over the link from x + nu, and under it.
class Staples {
 public:
  Staples(const Configuration& u, int mu, int nu) : u_(u), mu_(mu), nu_(nu) {}

  Matrix3 above(const Transporters& m, const Site& s) const {
    const Geometry& g = u_.geometry();
    return u_.link(s, nu_) * m[g.index(g.neighbour(s, nu_))] * adjoint(u_.link(g.neighbour(s, mu_), nu_));
  }
  Matrix3 below(const Transporters& m, const Site& s) const {
    const Geometry& g = u_.geometry();
    const Site under = g.neighbour(s, nu_, -1);
    return adjoint(u_.link(under, nu_)) * m[g.index(under)] * u_.link(g.neighbour(under, mu_), nu_);
  }
  Matrix3 both(const Transporters& m, const Site& s) const { return above(m, s) + below(m, s); }

 private:
  const Configuration& u_;
  int mu_, nu_;
};

template <class AtSite>
Transporters everywhere(const Geometry& g, AtSite at) {
  Transporters m(g.volume());
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n) m[n] = at(n, g.site(n));
  return m;
}

/// Returns fat links along mu.
Transporters fat_links_along(const Configuration& u, const FatLinkWeights& w, int mu) {
  const Geometry& g = u.geometry();
  const Transporters links = everywhere(g, [&](std::size_t n, const Site&) { return u.link(n, mu); });
  std::array<Transporters, kDirections> over, under, first;
  for (int nu = 0; nu < kDirections; ++nu) {
    if (nu == mu) continue;
    const Staples staples(u, mu, nu);
    over[nu] = everywhere(g, [&](std::size_t, const Site& s) { return staples.above(links, s); });
    under[nu] = everywhere(g, [&](std::size_t, const Site& s) { return staples.below(links, s); });
    first[nu] = everywhere(g, [&](std::size_t n, const Site&) { return over[nu][n] + under[nu][n]; });
  }
  Transporters sum =
      everywhere(g, [&](std::size_t n, const Site&) { return Complex(w.one) * u.link(n, mu); });
  for (int nu = 0; nu < kDirections; ++nu) {
    if (nu == mu) continue;
    // `inside` is the part between the outermost steps along nu.
    Transporters inside =
        everywhere(g, [&](std::size_t n, const Site&) { return Complex(w.three) * u.link(n, mu); });
    for (int rho = 0; rho < kDirections; ++rho) {
      if (rho == mu || rho == nu) continue;
      const int sigma = 6 - mu - nu - rho;
      const Transporters innermost = everywhere(g, [&](std::size_t n, const Site&) {
        return Complex(w.five) * u.link(n, mu) + Complex(w.seven) * first[sigma][n];
      });
      const Transporters part =
          everywhere(g, [&](std::size_t, const Site& s) { return Staples(u, mu, rho).both(innermost, s); });
      for (std::size_t n = 0; n < part.size(); ++n) inside[n] += part[n];
    }
    const Staples staples(u, mu, nu);
    const Transporters part = everywhere(g, [&](std::size_t, const Site& s) {
      return staples.both(inside, s) +
             Complex(w.lepage) * (staples.above(over[nu], s) + staples.below(under[nu], s));
    });
    for (std::size_t n = 0; n < part.size(); ++n) sum[n] += part[n];
  }
  return sum;
}

}  // namespace

Configuration fat_links(const Configuration& u, const FatLinkWeights& w) {
  Configuration fat(u.geometry());
  for (int mu = 0; mu < kDirections; ++mu) {
    const Transporters along = fat_links_along(u, w, mu);
    for (std::size_t n = 0; n < along.size(); ++n) fat.link(n, mu) = along[n];
  }
  return fat;
}

Configuration fat_links_chain(const Configuration& u, const FatLinkWeights& w, const Configuration& y) {
  require_same_lattice(u.geometry(), y.geometry(), "derivative with respect to fat links");
  return path_sums_chain(
      u, [&](int mu) { return fat_link_paths(mu, w); }, y);
}

Configuration long_links_chain(const Configuration& u, const Configuration& y) {
  require_same_lattice(u.geometry(), y.geometry(), "derivative with respect to long links");
  return path_sums_chain(
      u,
      [](int mu) {
        return std::vector<WeightedPath>{{{{mu, true}, {mu, true}, {mu, true}}, 1}};
      },
      y);
}

}  // namespace glueball::reference
