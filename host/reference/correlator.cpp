#include "reference/correlator.hpp"

namespace glueball::reference {
namespace {

Site coordinates(const Site& e, std::size_t n) {
  Site s;
  for (std::size_t mu = 0; mu < s.size(); ++mu) {
    s[mu] = int(n % std::size_t(e[mu]));
    n /= std::size_t(e[mu]);
  }
  return s;
}

std::size_t volume(const Site& e) { return std::size_t(e[0]) * e[1] * e[2] * e[3]; }

Complex combine(const Matrix3& a, const Matrix3& b, Combination combination) {
  const Complex traces = std::conj(trace(a)) * trace(b), product = trace(adjoint(a) * b);
  if (combination == Combination::average) return traces / 9.0;
  if (combination == Combination::singlet) return product / 3.0;
  return (traces - product / 3.0) / 8.0;
}

}  // namespace

Correlator correlator(const Site& extents, const std::function<Complex(std::size_t, std::size_t)>& combine) {
  const std::size_t count = volume(extents);
  std::vector<Complex> sums(count);
#pragma omp parallel for
  for (std::size_t n = 0; n < count; ++n) {
    const Site d = coordinates(extents, n);
    for (std::size_t x = 0; x < count; ++x) {
      Site s = coordinates(extents, x);
      for (std::size_t mu = 0; mu < s.size(); ++mu) s[mu] = (s[mu] + d[mu]) % extents[mu];
      const auto [ex, ey, ez, et] = extents;
      sums[n] += combine(x, ((std::size_t(s[3]) * ez + s[2]) * ey + s[1]) * ex + s[0]);
    }
  }
  return by_distance(extents, sums);
}

Correlator correlator(const Site& extents, const std::vector<Matrix3>& a, const std::vector<Matrix3>& b,
                      Combination combination) {
  return correlator(extents, [&](std::size_t x, std::size_t y) { return combine(a[x], b[y], combination); });
}

}  // namespace glueball::reference
