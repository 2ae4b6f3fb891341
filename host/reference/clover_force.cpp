#include "reference/clover_force.hpp"

#include "cpu/algebra.hpp"
#include "cpu/gamma.hpp"
#include "cpu/same_lattice.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

/// Returns i gamma_mu gamma_nu.
SpinMatrix sigma(const std::array<int, 2>& plane) {
  SpinMatrix s = gamma(plane[0]) * gamma(plane[1]);
  for (Complex& phase : s.phase) phase *= Complex(0.0, 1.0);
  return s;
}

void add_hermitian(double coefficient, const Matrix3& m, Matrix3& z) {
  z += Complex(0.5 * coefficient) * (m + adjoint(m));
}

/// A link of a closed path: the site where it is stored, its direction, and its orientation in the path.
struct PlacedLink {
  std::size_t site;
  int mu;
  bool forward;
};

}  // namespace

void add_clover_outer(const Geometry& g, Parity parity, double coefficient, const ParitySpinorField& x,
                      const ParitySpinorField& y, TensorField& z) {
  require_sites(x.size(), g.half_volume(), "clover force, X");
  require_sites(y.size(), g.half_volume(), "clover force, Y");
  require_sites(z.size(), g.volume(), "clover force, Z");
  for (std::size_t n = 0; n < x.size(); ++n)
    for (std::size_t plane = 0; plane < 6; ++plane) {
      const Spinor turned = sigma(kTensorPlanes[plane]) * x[n];
      Matrix3 l;
      for (int spin = 0; spin < 4; ++spin)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) l[i][j] += turned[spin][i] * std::conj(y[n][spin][j]);
      add_hermitian(coefficient, l, z[g.index(g.half_site(parity, n))][plane]);
    }
}

void add_clover_trace(const Geometry& g, Parity parity, double coefficient, const ParityChiralField& x,
                      TensorField& z) {
  require_sites(x.size(), g.half_volume(), "clover force, X");
  require_sites(z.size(), g.volume(), "clover force, Z");
  for (std::size_t n = 0; n < x.size(); ++n)
    for (std::size_t plane = 0; plane < 6; ++plane) {
      const SpinMatrix s = sigma(kTensorPlanes[plane]);
      Matrix3 l;
      for (int spin = 0; spin < 4; ++spin) {
        const int from = s.source[spin], chirality = spin / 2;  // sigma is block diagonal in chirality
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            l[i][j] += s.phase[spin] *
                       x[n][std::size_t(chirality)][3 * (from % 2) + i][std::size_t(3 * (spin % 2) + j)];
      }
      add_hermitian(coefficient, l, z[g.index(g.half_site(parity, n))][plane]);
    }
}

void clover_force(const Configuration& u, const TensorField& z, double eps, Momenta& p) {
  const Geometry& g = u.geometry();
  require_same_lattice(g, p.geometry(), "clover force");
  require_sites(z.size(), g.volume(), "clover force, Z");
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (std::size_t plane = 0; plane < 6; ++plane) {
      const auto [mu, nu] = kTensorPlanes[plane];
      const std::array<std::array<int, 2>, 4> turns = {
          {{mu, nu}, {nu, -1 - mu}, {-1 - mu, -1 - nu}, {-1 - nu, mu}}};
      for (const auto& turn : turns) {
        // The path goes around the leaf: turn[0], turn[1] and back. A step against direction d is written as
        // -1 - d.
        std::array<PlacedLink, 4> legs;
        Site s = g.site(n);
        for (std::size_t k = 0; k < 4; ++k) {
          const int step = k < 2 ? turn[k] : -1 - turn[k - 2];
          const bool forward = step >= 0;
          const int d = forward ? step : -1 - step;
          if (!forward) s = g.neighbour(s, d, -1);
          legs[k] = {g.index(s), d, forward};
          if (forward) s = g.neighbour(s, d);
        }
        const auto matrix = [&](const PlacedLink& leg) {
          const Matrix3& link = u.link(leg.site, leg.mu);
          return leg.forward ? link : adjoint(link);
        };
        for (std::size_t k = 0; k < 4; ++k) {
          // The trace is cyclic: `rest` is the links after this one, Z, then the links before it.
          Matrix3 rest = Matrix3::identity();
          for (std::size_t j = k + 1; j < 4; ++j) rest = rest * matrix(legs[j]);
          rest = rest * z[n][plane];
          for (std::size_t j = 0; j < k; ++j) rest = rest * matrix(legs[j]);
          // U -> (1 + i w T) U changes Im Tr U rest by w Re Tr T U rest, and Im Tr U^+ rest by -w Re Tr T
          // rest U^+.
          const Matrix3 w =
              legs[k].forward ? matrix(legs[k]) * rest : Complex(-1.0) * (rest * matrix(legs[k]));
          const AlgebraVector f = imaginary_traces(Complex(0.0, 1.0) * w);
          for (int a = 0; a < 8; ++a) p.at(legs[k].site, legs[k].mu)[a] += 0.25 * eps * f[a];
        }
      }
    }
}

}  // namespace glueball::reference
