#include "reference/update_links.hpp"

#include <cmath>

#include "reference/algebra.hpp"
#include "reference/same_lattice.hpp"

namespace glueball::reference {

Matrix3 exponential(const AlgebraVector& p, double eps) {
  double norm = 0.0;  // Tr P^2 = sum p_a^2 / 2 bounds the square of the largest eigenvalue
  for (const double x : p) norm += 0.5 * x * x;
  norm = std::abs(eps) * std::sqrt(norm);
  int squarings = 0;
  while (norm > 1.0) {
    norm *= 0.5;
    ++squarings;
  }
  const Matrix3 q = Complex(0.0, std::ldexp(eps, -squarings)) * hermitian(p);
  // Horner's scheme is used; 1/20! is below the rounding of the leading 1.
  Matrix3 sum = Matrix3::identity();
  for (int n = 20; n > 0; --n) sum = Matrix3::identity() + Complex(1.0 / n) * (q * sum);
  for (int k = 0; k < squarings; ++k) sum = sum * sum;
  return sum;
}

void update_links(Configuration& u, const Momenta& p, double eps, bool reunitarize) {
  require_same_lattice(u.geometry(), p.geometry(), "link update");
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < u.links().size(); ++n) {
    Matrix3& link = u.links()[n];
    link = exponential(p.values()[n], eps) * link;
    if (reunitarize) link = reunitarized(link);
  }
}

}  // namespace glueball::reference
