#include "reference/polyakov.hpp"

namespace glueball::reference {

std::vector<Matrix3> polyakov_field(const Configuration& u, int mu) {
  const Geometry& g = u.geometry();
  std::vector<Matrix3> field;
  field.reserve(g.volume() / std::size_t(g.extent(mu)));
  for (std::size_t n = 0; n < g.volume(); ++n) {
    Site s = g.site(n);
    if (s[std::size_t(mu)] != 0) continue;
    Matrix3 loop = u.link(s, mu);
    for (int step = 1; step < g.extent(mu); ++step) {
      s = g.neighbour(s, mu);
      loop = loop * u.link(s, mu);
    }
    field.push_back(loop);
  }
  return field;
}

Complex polyakov(const Configuration& u, int mu) {
  const std::vector<Matrix3> field = polyakov_field(u, mu);
  Complex sum = 0.0;
  for (const Matrix3& loop : field) sum += trace(loop);
  return sum / (3.0 * double(field.size()));
}

}  // namespace glueball::reference
