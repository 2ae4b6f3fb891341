// This is the Wilson hop written out with 4x4 matrices, with small helpers; it judges the reference itself.
#pragma once

#include <array>
#include <cmath>

#include "cpu/wilson_operator.hpp"
#include "lattice/configuration.hpp"

namespace glueball::test {

using Matrix4 = std::array<std::array<Complex, 4>, 4>;

/// Makes [[a, b], [c, d]] of 2x2 blocks, each a scalar times a Pauli matrix (index 0 is the unit matrix).
inline Matrix4 blocks(Complex a, int pa, Complex b, int pb, Complex c, int pc, Complex d, int pd) {
  const Complex i(0.0, 1.0);
  const Complex pauli[4][2][2] = {{{1, 0}, {0, 1}}, {{0, 1}, {1, 0}}, {{0, -i}, {i, 0}}, {{1, 0}, {0, -1}}};
  Matrix4 m;
  for (int r = 0; r < 2; ++r) {
    for (int s = 0; s < 2; ++s) {
      m[r][s] = a * pauli[pa][r][s];
      m[r][s + 2] = b * pauli[pb][r][s];
      m[r + 2][s] = c * pauli[pc][r][s];
      m[r + 2][s + 2] = d * pauli[pd][r][s];
    }
  }
  return m;
}

/// These are gamma_x, gamma_y, gamma_z, gamma_t, gamma5 in the DeGrand-Rossi basis (external) and in the
/// device's.
inline std::array<Matrix4, 5> external_gammas() {
  const Complex i(0.0, 1.0);
  return {blocks(0, 0, i, 1, -i, 1, 0, 0), blocks(0, 0, -i, 2, i, 2, 0, 0), blocks(0, 0, i, 3, -i, 3, 0, 0),
          blocks(0, 0, 1, 0, 1, 0, 0, 0), blocks(1, 0, 0, 0, 0, 0, -1, 0)};
}
inline std::array<Matrix4, 5> internal_gammas() {
  const Complex i(0.0, 1.0);
  return {blocks(0, 0, -i, 1, i, 1, 0, 0), blocks(0, 0, -i, 2, i, 2, 0, 0), blocks(0, 0, -i, 3, i, 3, 0, 0),
          blocks(1, 0, 0, 0, 0, 0, -1, 0), blocks(0, 0, -1, 0, -1, 0, 0, 0)};
}

inline Spinor operator*(const Matrix4& m, const Spinor& psi) {
  Spinor r;
  for (int s = 0; s < 4; ++s)
    for (int k = 0; k < 4; ++k)
      for (int c = 0; c < 3; ++c) r[s][c] += m[s][k] * psi[k][c];
  return r;
}
inline Spinor operator*(const Matrix3& u, const Spinor& psi) {
  Spinor r;
  for (int s = 0; s < 4; ++s)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r[s][i] += u[i][j] * psi[s][j];
  return r;
}
inline void add(double scale, const Spinor& a, Spinor& r) {
  for (int s = 0; s < 4; ++s)
    for (int c = 0; c < 3; ++c) r[s][c] += scale * a[s][c];
}

/// Returns H psi on one parity from psi on the other, matrix by matrix.
inline ParitySpinorField naive_hop(const Configuration& u, const cpu::Boundary& boundary, Parity target,
                                   const ParitySpinorField& in) {
  const Geometry& g = u.geometry();
  const auto gamma = external_gammas();
  ParitySpinorField out(g.half_volume());
  for (std::size_t n = 0; n < out.size(); ++n) {
    const Site s = g.half_site(target, n);
    for (int mu = 0; mu < kDirections; ++mu) {
      const Site ahead = g.neighbour(s, mu), behind = g.neighbour(s, mu, -1);
      const Spinor f = (boundary.factor(g, s, mu) * u.link(s, mu)) * in[g.half_index(ahead)];
      const Spinor b =
          adjoint(boundary.factor(g, behind, mu) * u.link(behind, mu)) * in[g.half_index(behind)];
      add(1, f, out[n]);
      add(-1, gamma[mu] * f, out[n]);
      add(1, b, out[n]);
      add(1, gamma[mu] * b, out[n]);
    }
  }
  return out;
}

/// Returns sqrt(|a - b|^2 / |b|^2).
template <class Field>
double relative_difference(const Field& a, const ParitySpinorField& b) {
  double difference = 0.0, norm = 0.0;
  for (std::size_t n = 0; n < b.size(); ++n) {
    for (int s = 0; s < 4; ++s) {
      for (int c = 0; c < 3; ++c) {
        difference += std::norm(Complex(a[n][s][c]) - b[n][s][c]);
        norm += std::norm(b[n][s][c]);
      }
    }
  }
  return std::sqrt(difference / norm);
}

}  // namespace glueball::test
