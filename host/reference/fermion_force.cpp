#include "reference/fermion_force.hpp"

#include "cpu/algebra.hpp"
#include "cpu/gamma.hpp"
#include "cpu/same_lattice.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

Spinor times(const Matrix3& u, const Spinor& psi) {
  Spinor r;
  for (int spin = 0; spin < 4; ++spin)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r[spin][i] += u[i][j] * psi[spin][j];
  return r;
}

/// w_ij += scale sum_spin a_i conj(b_j).
void add_outer(double scale, const Spinor& a, const Spinor& b, Matrix3& w) {
  for (int spin = 0; spin < 4; ++spin)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) w[i][j] += scale * a[spin][i] * std::conj(b[spin][j]);
}

/// Returns psi + sign gamma_mu psi.
Spinor project(int mu, double sign, const Spinor& psi) {
  Spinor r = gamma(mu) * psi;
  for (int spin = 0; spin < 4; ++spin)
    for (int c = 0; c < 3; ++c) r[spin][c] = psi[spin][c] + sign * r[spin][c];
  return r;
}

}  // namespace

void fermion_force(const Configuration& u, const Boundary& boundary, double kappa, const FullField<double>& x,
                   const FullField<double>& y, double eps, Momenta& p) {
  const Geometry& g = u.geometry();
  require_same_lattice(g, p.geometry(), "fermion force");
  for (int parity = 0; parity < 2; ++parity) {
    require_sites(x[parity].size(), g.half_volume(), "fermion force, X");
    require_sites(y[parity].size(), g.half_volume(), "fermion force, Y");
  }
  const auto at = [&](const FullField<double>& f, const Site& s) -> const Spinor& {
    return f[int(Geometry::parity(s))][g.half_index(s)];
  };
#pragma omp parallel for schedule(static)
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    for (int mu = 0; mu < kDirections; ++mu) {
      const Site ahead = g.neighbour(s, mu);
      const Matrix3 link = boundary.factor(g, s, mu) * u.link(n, mu);
      Matrix3 w;
      add_outer(1.0, project(mu, -1.0, times(link, at(x, ahead))), at(y, s), w);
      add_outer(-1.0, project(mu, 1.0, at(x, s)), times(link, at(y, ahead)), w);
      const AlgebraVector f = imaginary_traces(w);
      for (int a = 0; a < 8; ++a) p.at(n, mu)[a] += eps * 2.0 * kappa * f[a];
    }
  }
}

namespace {

void scale(double a, ParitySpinorField& field) {
  for (Spinor& psi : field)
    for (int spin = 0; spin < 4; ++spin)
      for (Complex& z : psi[spin]) z *= a;
}

}  // namespace

ForceFields force_fields(const WilsonOperator<double>& m, const ParitySpinorField& x_even) {
  const std::size_t half = m.geometry().half_volume();
  ForceFields f;
  f.x = {x_even, ParitySpinorField(half)};
  f.y = {ParitySpinorField(half), ParitySpinorField(half)};
  m.even_odd(x_even, f.y[0]);
  m.hop(Parity::odd, f.x[0], f.x[1]);
  m.hop(Parity::odd, f.y[0], f.y[1], true);
  for (auto* field : {&f.x[1], &f.y[1]}) scale(m.kappa(), *field);
  return f;
}

ForceFields force_fields(const SchurOperator& m, const ParitySpinorField& x_even,
                         const ParitySpinorField& y_even) {
  const std::size_t half = m.geometry().half_volume();
  ForceFields f;
  f.x = {x_even, ParitySpinorField(half)};
  f.y = {y_even, ParitySpinorField(half)};
  m.wilson().hop(Parity::odd, f.x[0], f.x[1]);
  m.wilson().hop(Parity::odd, f.y[0], f.y[1], true);
  m.inverse_diagonal(Parity::odd, f.x[1]);
  m.inverse_diagonal(Parity::odd, f.y[1], true);
  for (auto* field : {&f.x[1], &f.y[1]}) scale(m.kappa(), *field);
  return f;
}

}  // namespace glueball::reference
