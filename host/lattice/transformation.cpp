#include "lattice/transformation.hpp"

namespace glueball {

Transformation unit_transformation(const Geometry& geometry) {
  return Transformation(geometry.volume(), Matrix3::identity());
}

Transformation reunitarized(Transformation g) {
  for (Matrix3& m : g) m = reunitarized(m);
  return g;
}

Configuration gauge_transformed(const Configuration& u, const Transformation& g) {
  const Geometry& geometry = u.geometry();
  Configuration v(geometry);
#pragma omp parallel for
  for (std::size_t n = 0; n < geometry.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu)
      v.link(n, mu) = reunitarized(g[n] * u.link(n, mu) *
                                   adjoint(g[geometry.index(geometry.neighbour(geometry.site(n), mu))]));
  return v;
}

}  // namespace glueball
