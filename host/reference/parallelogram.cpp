#include "reference/parallelogram.hpp"

#include "reference/blocked_sum.hpp"
#include "reference/loops.hpp"

namespace glueball::reference {
namespace {

/// Sums over the cubes with time, or those without.
double parallelogram_sum(const Configuration& u, bool temporal) {
  const Geometry& g = u.geometry();
  return blocked_sum<double>(g.volume(), [&](std::size_t n) {
    const Site s = g.site(n);
    double sum = 0.0;
    for (int mu = 0; mu < kDirections; ++mu)
      for (int nu = mu + 1; nu < kDirections; ++nu)
        for (int rho = nu + 1; rho < kDirections; ++rho)
          for (int diagonal = 0; diagonal < 4 && (rho == 3) == temporal; ++diagonal) {
            const Leg a{mu, true}, b{nu, (diagonal & 1) == 0}, c{rho, (diagonal & 2) == 0};
            sum += trace(path_product(u, s, {a, b, c, reversed(a), reversed(b), reversed(c)})).real();
          }
    return sum;
  });
}

}  // namespace

Parallelograms parallelogram(const Configuration& u) {
  const double loops = 3.0 * double(u.geometry().volume());  // Tr 1 = 3
  return {parallelogram_sum(u, false) / (4 * loops), parallelogram_sum(u, true) / (12 * loops)};
}

}  // namespace glueball::reference
