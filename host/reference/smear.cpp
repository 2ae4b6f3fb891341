#include "reference/smear.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "reference/algebra.hpp"
#include "reference/update_links.hpp"

namespace glueball::reference {
namespace {

void require_dimensions(int dimensions) {
  if (dimensions != 3 && dimensions != 4)
    throw Error(ErrorKind::bad_value, "smearing in " + std::to_string(dimensions) + " dimensions",
                "give 3 or 4");
}

Matrix3 inverse(const Matrix3& a) {
  Matrix3 b;
  const Complex scale = 1.0 / determinant(a);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
      b[j][i] = scale * (a[k][m] * a[l][n] - a[k][n] * a[l][m]);
    }
  return b;
}

double norm2(const Matrix3& a) { return trace(a * adjoint(a)).real(); }

Matrix3 polar(const Matrix3& m) {
  Matrix3 x = Complex(std::sqrt(3.0 / norm2(m))) * m;
  for (int n = 0; n < 100; ++n) {
    const Matrix3 change = adjoint(inverse(x)) - x;
    x += Complex(0.5) * change;
    if (norm2(change) < 1e-30) break;
  }
  return std::polar(1.0, -std::arg(determinant(x)) / 3.0) * x;
}

/// The element of the SU(2) subgroup of rows i < j that maximises Re tr(g w).
Matrix3 best_rotation(const Matrix3& w, int i, int j) {
  const Complex alpha = w[i][i] + std::conj(w[j][j]), beta = w[i][j] - std::conj(w[j][i]);
  const double norm = std::sqrt(std::norm(alpha) + std::norm(beta));
  Matrix3 g = Matrix3::identity();
  if (norm == 0.0) return g;
  g[i][i] = std::conj(alpha) / norm;
  g[i][j] = -beta / norm;
  g[j][i] = std::conj(beta) / norm;
  g[j][j] = alpha / norm;
  return g;
}

/// Both staples from s to s + mu with sides along rho; link(site, mu) and side(site, rho) say which links
/// they are made of.
template <class Links, class Sides>
Matrix3 staples(const Geometry& g, const Site& s, int mu, int rho, Links link, Sides side) {
  const Site below = g.neighbour(s, rho, -1);
  return side(s) * link(g.neighbour(s, rho)) * adjoint(side(g.neighbour(s, mu))) +
         adjoint(side(below)) * link(below) * side(g.neighbour(below, mu));
}

/// Twelve matrices a site.
class FatLinks {
 public:
  explicit FatLinks(const Geometry& g) : geometry_(g), links_(g.volume() * 12) {}
  Matrix3& at(const Site& s, int slot) { return links_[geometry_.index(s) * 12 + std::size_t(slot)]; }
  const Matrix3& at(const Site& s, int slot) const {
    return links_[geometry_.index(s) * 12 + std::size_t(slot)];
  }

 private:
  Geometry geometry_;
  std::vector<Matrix3> links_;
};

Matrix3 fat_staples(const FatLinks& v, const Geometry& g, const Site& s, int mu, int rho, int slot_mu,
                    int slot_rho) {
  return staples(
      g, s, mu, rho, [&](const Site& x) { return v.at(x, slot_mu); },
      [&](const Site& x) { return v.at(x, slot_rho); });
}

}  // namespace

Matrix3 project_su3(const Matrix3& m, Projection projection) {
  Matrix3 v = polar(m);
  if (projection == Projection::polar) return v;
  for (int n = 0; n < 1000; ++n) {
    double moved = 0.0;
    for (const auto& [i, j] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      const Matrix3 g = best_rotation(v * adjoint(m), i, j);
      v = g * v;
      moved += norm2(g - Matrix3::identity());
    }
    if (moved < 1e-28) break;
  }
  return reunitarized(v);
}

Configuration ape_smeared(const Configuration& u, const ApeParameters& p) {
  require_dimensions(p.dimensions);
  const Geometry& g = u.geometry();
  Configuration smeared = u;
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < p.dimensions; ++mu) {
      Matrix3 sum = Complex(p.keep) * u.link(n, mu);
      for (int nu = 0; nu < p.dimensions; ++nu)
        if (nu != mu)
          sum += Complex(p.staple) * staples(
                                         g, g.site(n), mu, nu, [&](const Site& x) { return u.link(x, mu); },
                                         [&](const Site& x) { return u.link(x, nu); });
      smeared.link(n, mu) = project_su3(sum, p.projection);
    }
  return smeared;
}

Configuration stout_smeared(const Configuration& u, double rho, int dimensions) {
  require_dimensions(dimensions);
  const Geometry& g = u.geometry();
  Configuration smeared = u;
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < dimensions; ++mu) {
      Matrix3 c;
      for (int nu = 0; nu < dimensions; ++nu)
        if (nu != mu)
          c += staples(
              g, g.site(n), mu, nu, [&](const Site& x) { return u.link(x, mu); },
              [&](const Site& x) { return u.link(x, nu); });
      // Q = i/2 (W^+ - W) less its trace, W = rho C U^+; its coefficients are 2 Im Tr(T_a W).
      AlgebraVector q = imaginary_traces(Complex(rho) * c * adjoint(u.link(n, mu)));
      for (double& x : q) x *= 2.0;
      smeared.link(n, mu) = exponential(q, 1.0) * u.link(n, mu);
    }
  return smeared;
}

Configuration hyp_smeared(const Configuration& u, const HypParameters& p) {
  require_dimensions(p.dimensions);
  const Geometry& g = u.geometry();
  const int d = p.dimensions;
  const double outer = p.alpha1, middle = p.alpha2, inner = p.alpha3;
  FatLinks first(g), second(g);
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < d; ++mu)
      for (int eta = 0; eta < d; ++eta) {
        if (eta == mu) continue;
        const Matrix3 sum = staples(
            g, g.site(n), mu, eta, [&](const Site& x) { return u.link(x, mu); },
            [&](const Site& x) { return u.link(x, eta); });
        first.at(g.site(n), slot_of(mu, eta)) =
            project_su3(Complex(1.0 - inner) * u.link(n, mu) + Complex(inner / 2.0) * sum, p.projection);
      }
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < d; ++mu)
      for (int nu = 0; nu < kDirections; ++nu) {
        if (nu == mu || (d == 3 && nu != 3))
          continue;  // in three dimensions links that avoid time are the last
        Matrix3 sum = Complex(1.0 - middle) * u.link(n, mu);
        for (int rho = 0; rho < d; ++rho) {
          if (rho == mu || rho == nu) continue;
          const int left = 6 - mu - nu - rho;
          sum += Complex(middle / 4.0) *
                 fat_staples(first, g, g.site(n), mu, rho, slot_of(mu, left), slot_of(rho, left));
        }
        second.at(g.site(n), slot_of(mu, nu)) = project_su3(sum, p.projection);
      }
  Configuration smeared = u;
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < d; ++mu) {
      if (d == 3) {
        smeared.link(n, mu) = second.at(g.site(n), slot_of(mu, 3));
        continue;
      }
      Matrix3 sum = Complex(1.0 - outer) * u.link(n, mu);
      for (int nu = 0; nu < kDirections; ++nu)
        if (nu != mu)
          sum += Complex(outer / 6.0) *
                 fat_staples(second, g, g.site(n), mu, nu, slot_of(mu, nu), slot_of(nu, mu));
      smeared.link(n, mu) = project_su3(sum, p.projection);
    }
  return smeared;
}

}  // namespace glueball::reference
