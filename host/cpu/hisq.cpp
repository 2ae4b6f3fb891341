#include "cpu/hisq.hpp"

#include <array>
#include <utility>

#include "cpu/unitary_part.hpp"

namespace glueball::cpu {

HisqLinks hisq_links(const Configuration& u, double epsilon) {
  HisqLinks links{fat_links(u, kFat7), u, u, u};
  const std::size_t count = u.links().size();
  std::size_t fell_back = 0, undetermined = 0;
#pragma omp parallel for schedule(static) reduction(+ : fell_back, undetermined)
  for (std::size_t k = 0; k < count; ++k) {
    const UnitaryPart part = unitary_part(links.v.links()[k]);
    links.w.links()[k] = part.w;
    fell_back += part.by_singular_values;
    undetermined += part.undetermined;
  }
  require_projections(undetermined, count);
  links.by_singular_values = fell_back;
  links.x = fat_links(links.w, hisq_weights(epsilon));
  links.n = long_links(links.w);
  return links;
}

HopLinks hisq_hop_links(const Configuration& u, double epsilon) {
  HisqLinks links = hisq_links(u, epsilon);
  return {std::move(links.x), std::move(links.n)};
}

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

}  // namespace glueball::cpu
