#include "fix/centre.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

namespace glueball {
namespace {

Complex centre_element(int k) { return std::polar(1.0, 2 * std::numbers::pi * k / 3); }

}  // namespace

int centre_number(const Matrix3& link) {
  const int k = int(std::lround(3 * std::arg(trace(link)) / (2 * std::numbers::pi)));
  return (k % 3 + 3) % 3;
}

Configuration centre_projected(const Configuration& u) {
  Configuration z(u.geometry());
#pragma omp parallel for
  for (std::size_t n = 0; n < u.links().size(); ++n)
    z.links()[n] = centre_element(centre_number(u.links()[n])) * Matrix3::identity();
  return z;
}

Configuration vortices_removed(const Configuration& u) {
  Configuration v = u;
#pragma omp parallel for
  for (std::size_t n = 0; n < v.links().size(); ++n)
    v.links()[n] *= std::conj(centre_element(centre_number(u.links()[n])));
  return v;
}

double vortex_density(const Configuration& u) {
  const Geometry& g = u.geometry();
  std::vector<std::int8_t> k(u.links().size());
  for (std::size_t n = 0; n < k.size(); ++n) k[n] = std::int8_t(centre_number(u.links()[n]));
  const auto at = [&](const Site& s, int mu) { return int(k[g.index(s) * kDirections + std::size_t(mu)]); };
  std::size_t pierced = 0;
#pragma omp parallel for reduction(+ : pierced)
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    for (int mu = 0; mu < kDirections; ++mu)
      for (int nu = mu + 1; nu < kDirections; ++nu) {
        const int sum = at(s, mu) + at(g.neighbour(s, mu), nu) - at(g.neighbour(s, nu), mu) - at(s, nu);
        if (sum % 3 != 0) ++pierced;
      }
  }
  return double(pierced) / (6 * double(g.volume()));
}

}  // namespace glueball
