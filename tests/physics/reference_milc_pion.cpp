// This test computes MILC's clover pion from a Gaussian source in the Coulomb gauge.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "cpu/clover_operator.hpp"
#include "cpu/gauge_functional.hpp"
#include "io/configuration_file.hpp"
#include "quark/source.hpp"
#include "reference/cg.hpp"
#include "support/skip.hpp"

namespace glueball::test::physics_reference_milc_pion {
namespace {

using namespace cpu;
using namespace reference;

/// MILC's step in the subgroup of rows p and q: of the best element a0 + i a sigma of a site, the part a made
/// larger by (omega a0^2 + |a|^2) / (a0^2 + |a|^2).
Matrix3 milc_hit(const Matrix3& w, int p, int q, double omega) {
  const double a0 = (w[p][p] + w[q][q]).real();
  std::array<double, 3> a{-(w[p][q] + w[q][p]).imag(), (w[q][p] - w[p][q]).real(),
                          (w[q][q] - w[p][p]).imag()};
  const double square = a[0] * a[0] + a[1] * a[1] + a[2] * a[2],
               more = (omega * a0 * a0 + square) / (a0 * a0 + square);
  const double norm = std::sqrt(a0 * a0 + more * more * square);
  for (double& x : a) x *= more / norm;
  Matrix3 h = Matrix3::identity();
  h[p][p] = {a0 / norm, a[2]};
  h[p][q] = {a[1], a[0]};
  h[q][p] = {-a[1], a[0]};
  h[q][q] = {a0 / norm, -a[2]};
  return h;
}

void milc_relax(Configuration& u, Parity parity) {
  const Geometry& g = u.geometry();
  for (const auto& [p, q] : {std::pair{0, 1}, {1, 2}, {2, 0}})
    for (std::size_t n = 0; n < g.half_volume(); ++n) {
      const Site s = g.half_site(parity, n);
      Matrix3 w;
      for (int mu = 0; mu < 3; ++mu) w += u.link(s, mu) + adjoint(u.link(g.neighbour(s, mu, -1), mu));
      const Matrix3 h = milc_hit(w, p, q, 1.5);
      for (int mu = 0; mu < kDirections; ++mu) {
        u.link(s, mu) = h * u.link(s, mu);
        Matrix3& behind = u.link(g.neighbour(s, mu, -1), mu);
        behind = behind * adjoint(h);
      }
    }
}

/// MILC's Coulomb gauge after so many steps; the functional as its GFIX line has it: the mean of what odd
/// sites and then even ones have left.
double milc_fix(Configuration& u, int steps) {
  double functional = 0;
  for (int step = 0; step < steps; ++step) {
    milc_relax(u, Parity::odd);
    const double odd = gauge_functional(u, Gauge::coulomb);
    milc_relax(u, Parity::even);
    functional = 0.5 * (odd + gauge_functional(u, Gauge::coulomb));
  }
  return functional;
}

/// Returns the sum over 12 columns, spin, colour and space of |M^-1 source|^2, by the volume of a slice.
std::array<double, 4> pion(const CloverOperator& m, const std::string& source) {
  const Geometry& g = m.geometry();
  std::array<double, 4> c{};
  for (int column = 0; column < 12; ++column) {
    const auto b = make_source<ParitySpinorField>(parse_source(source), g, column, 12);
    FullQuarkField<ParitySpinorField> x;
    CHECK(solve(m, b, x, 1e-13).residual < 1e-12);
    for (std::size_t n = 0; n < g.volume(); ++n) {
      const Site s = g.site(n);
      for (int k = 0; k < 12; ++k) c[std::size_t(s[3])] += std::norm(component(at(x, g, s), k)) / 64;
    }
  }
  return c;
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: MILC's clover pion from a Gaussian in the Coulomb gauge") {
    if (!test::configs_available()) {
      test::skip("reference configurations are absent");
      return;
    }
    // clover_invert/test/su3_clov_bi.2: kappa 0.1, clov_c 1.2, periodic in all directions. The pion knows how
    // far the gauge has been fixed, by 1e-5: MILC ended at its step number 13, the fourteenth, and so do we.
    // Then all seven digits agree. The functional of its GFIX line, the sum of two numbers in single
    // precision, does so to their 3e-8.
    Configuration u =
        io::read_configuration(test::configs_directory() / "milc/lat.sample.l4444").configuration;
    CHECK(std::abs(milc_fix(u, 14) - 0.894051313) < 3e-8);
    const auto c =
        pion(CloverOperator(u, 0.1, {.csw = 1.2, .boundary = {1, 1, 1, 1}}), "gaussian:0,0,0,0:1.5");
    const std::array<double, 4> milc{4.408250, 0.2786408, 0.06210007, 0.2631309};
    for (std::size_t t = 0; t < 4; ++t) CHECK(std::abs(c[t] / milc[t] - 1) < 2e-7);
  }
}

}  // namespace glueball::test::physics_reference_milc_pion
