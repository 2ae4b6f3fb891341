#include "fix/abelian.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace glueball {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
using Angles = std::array<double, 3>;
using Integers = std::array<int, 3>;

double wrapped(double angle) { return angle - kTurn * std::round(angle / kTurn); }

/// Returns multiples of 2 pi to subtract from the three angles of a plaquette. Then the angles lie between
/// -pi and pi, except for one, and their sum stays 0.
Integers strings(const Angles& plaquette) {
  Integers n;
  Angles rest;
  for (std::size_t a = 0; a < 3; ++a) {
    n[a] = int(std::lround(plaquette[a] / kTurn));
    rest[a] = plaquette[a] - kTurn * n[a];
  }
  const int excess = n[0] + n[1] + n[2];  // the remainders sum to -2 pi times this
  if (excess > 0) --n[std::size_t(std::min_element(rest.begin(), rest.end()) - rest.begin())];
  if (excess < 0) ++n[std::size_t(std::max_element(rest.begin(), rest.end()) - rest.begin())];
  return n;
}

class Currents {
 public:
  explicit Currents(const Configuration& u) : g_(u.geometry()), theta_(abelian_angles(u)) {}

  /// Returns the Dirac strings that leave the cube at s which spans the directions other than mu.
  Integers at(const Site& s, int mu) const {
    Integers k{};
    std::array<int, 3> others{};
    for (int nu = 0, n = 0; nu < kDirections; ++nu)
      if (nu != mu) others[std::size_t(n++)] = nu;
    for (std::size_t n = 0; n < 3; ++n) {
      const int nu = others[n], rho = others[(n + 1) % 3], sigma = others[(n + 2) % 3];
      const Integers far = strings(plaquette(g_.neighbour(s, nu), rho, sigma)),
                     near = strings(plaquette(s, rho, sigma));
      for (std::size_t a = 0; a < 3; ++a) k[a] += far[a] - near[a];
    }
    // eps_mu,nu,rho,sigma with the others in ascending order has the sign of (-1)^mu.
    if (mu % 2 != 0)
      for (int& x : k) x = -x;
    return k;
  }

 private:
  const Angles& link(const Site& s, int mu) const {
    return theta_[g_.index(s) * kDirections + std::size_t(mu)];
  }
  Angles plaquette(const Site& s, int mu, int nu) const {
    Angles p;
    for (std::size_t a = 0; a < 3; ++a)
      p[a] = link(s, mu)[a] + link(g_.neighbour(s, mu), nu)[a] - link(g_.neighbour(s, nu), mu)[a] -
             link(s, nu)[a];
    return p;
  }

  Geometry g_;
  std::vector<Angles> theta_;
};

}  // namespace

std::vector<Angles> abelian_angles(const Configuration& u) {
  std::vector<Angles> all(u.links().size());
#pragma omp parallel for
  for (std::size_t n = 0; n < all.size(); ++n) {
    for (std::size_t a = 0; a < 3; ++a) all[n][a] = std::arg(u.links()[n][int(a)][a]);
    const double excess = wrapped(all[n][0] + all[n][1] + all[n][2]);
    for (double& x : all[n]) x -= excess / 3;
    // The sum may still be a multiple of 2 pi; one angle takes it.
    all[n][0] -= all[n][0] + all[n][1] + all[n][2];
  }
  return all;
}

Configuration abelian_links(const Configuration& u) {
  Configuration v(u.geometry());
  const auto angles = abelian_angles(u);
  for (std::size_t n = 0; n < angles.size(); ++n)
    for (std::size_t a = 0; a < 3; ++a) v.links()[n][int(a)][a] = std::polar(1.0, angles[n][a]);
  return v;
}

Monopoles monopoles(const Configuration& u) {
  const Geometry& g = u.geometry();
  const Currents currents(u);
  double all = 0, in_time = 0, worst = 0;
#pragma omp parallel for reduction(+ : all, in_time) reduction(max : worst)
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    Integers divergence{};
    for (int mu = 0; mu < kDirections; ++mu) {
      const Integers here = currents.at(s, mu), behind = currents.at(g.neighbour(s, mu), mu);
      for (std::size_t a = 0; a < 3; ++a) {
        all += std::abs(here[a]);
        if (mu == 3) in_time += std::abs(here[a]);
        divergence[a] += behind[a] - here[a];
      }
    }
    for (const int x : divergence) worst = std::max(worst, double(std::abs(x)));
  }
  const double sites = double(g.volume());
  return {all / (12 * sites), in_time / (3 * sites), worst};
}

}  // namespace glueball
