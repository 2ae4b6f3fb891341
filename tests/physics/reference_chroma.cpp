// These tests compare anisotropic Wilson and clover quarks with Chroma's propagators on its weak field (4^3 x
// 8).
#include <doctest/doctest.h>

#include <array>

#include "cpu/clover_operator.hpp"
#include "io/configuration_file.hpp"
#include "reference/cg.hpp"
#include "reference/smear.hpp"
#include "support/skip.hpp"
#include "unit/reference_naive.hpp"

namespace glueball::test::physics_reference_chroma {
namespace {

using namespace cpu;
using namespace reference;

constexpr double kXi = 2.464, kNu = 0.95;
constexpr double kWeight = kNu / kXi;  // of hops in space

/// Chroma's D = m + 1 + 3 nu / xi - 1/2 [H_t + nu / xi (H_x + H_y + H_z)] is M / (2 kappa) with
/// kappa = 1 / (2 (m + 1 + 3 nu / xi)) for links in space that have nu / xi as a factor.
Configuration weighted(Configuration u) {
  for (std::size_t n = 0; n < u.geometry().volume(); ++n)
    for (int mu = 0; mu < 3; ++mu) u.link(n, mu) = kWeight * u.link(n, mu);
  return u;
}

/// Chroma's kappa gives its mass as on an isotropic lattice, m = 1 / 2 kappa - 4; ours is that of
/// M = 2 kappa D with D = m + 1 + 3 nu / xi - ...
double our_kappa(double chroma) { return 1.0 / (2.0 * (1.0 / (2.0 * chroma) - 4.0 + 1.0 + 3.0 * kNu / kXi)); }

/// Returns Chroma's shell source: a point at the origin, n times psi += w^2 / 4n Laplace psi in the three
/// dimensions of space.
FullField<double> shell_source(const Configuration& u, int column) {
  constexpr double kWidth = 2.0;
  constexpr int kSteps = 5;
  const Geometry& g = u.geometry();
  const double step = kWidth * kWidth / (4.0 * kSteps);
  FullField<double> psi = {ParitySpinorField(g.half_volume()), ParitySpinorField(g.half_volume())};
  psi[0][0][column / 3][column % 3] = 1.0;
  using test::operator*;
  for (int n = 0; n < kSteps; ++n) {
    const FullField<double> old = psi;
    const auto at = [&](const Site& s) -> const Spinor& {
      return old[int(Geometry::parity(s))][g.half_index(s)];
    };
    for (int parity = 0; parity < 2; ++parity) {
      for (std::size_t i = 0; i < g.half_volume(); ++i) {
        const Site s = g.half_site(Parity(parity), i);
        Spinor& out = psi[parity][i];
        test::add(-6.0 * step, at(s), out);
        for (int mu = 0; mu < 3; ++mu) {
          const Site ahead = g.neighbour(s, mu), behind = g.neighbour(s, mu, -1);
          test::add(step, u.link(s, mu) * at(ahead), out);
          test::add(step, adjoint(u.link(behind, mu)) * at(behind), out);
        }
      }
    }
  }
  return psi;
}

/// Returns the sum over space and 12 columns of |D^-1 source|^2 on each time slice.
template <class Operator>
std::vector<double> pion(const Configuration& u, const Operator& m) {
  const Geometry& g = u.geometry();
  std::vector<double> c(std::size_t(g.extent(3)), 0.0);
  for (int column = 0; column < 12; ++column) {
    FullField<double> x;
    CHECK(solve(m, shell_source(u, column), x, 1e-13).residual < 1e-12);
    for (std::size_t n = 0; n < g.volume(); ++n) {
      const Site s = g.site(n);
      for (const auto& spin : x[int(Geometry::parity(s))][g.half_index(s)].s)
        for (const Complex& z : spin) c[std::size_t(s[3])] += 4.0 * m.kappa() * m.kappa() * std::norm(z);
    }
  }
  return c;
}

void check(const std::vector<double>& c, const std::array<double, 8>& expected, double epsilon = 2e-6) {
  // Chroma computed in single precision and says that 1e-5 is close enough. doctest's epsilon is of |value|
  // with scale 0.
  for (std::size_t t = 0; t < expected.size(); ++t)
    CHECK(c[t] == doctest::Approx(expected[t]).scale(0).epsilon(epsilon));
}

bool weak_field_missing() {
  if (test::configs_available()) return false;
  test::skip("reference configurations are absent");
  return true;
}

Configuration weak_field() {
  return io::read_configuration(test::configs_directory() / "pyquda" / "weak_field.lime").configuration;
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: Chroma's anisotropic Wilson propagator") {
    if (weak_field_missing()) return;
    // The values are from tests/chroma/hadron/propagator/prec_wilson.out.xml.
    const Configuration u = weak_field();
    check(pion(u, cpu::WilsonOperator<double>(weighted(u), our_kappa(0.135))),
          {.749881669999327, .127559084732057, .0488181675046557, .0261707285082163, .0205313421547321,
           .0261869827813914, .0488589470882021, .127618665495695});
  }

  TEST_CASE("reference: Chroma's isotropic Wilson propagator from a source of smeared links") {
    if (weak_field_missing()) return;
    // hadspec.out.xml: the Laplacian of the source has links APE-smeared in space, 2.5 U + staples, once. Its
    // slices are 3e-6 to 7e-6 larger than ours, within the 1e-5 that Chroma asks of itself: it projects in
    // single precision.
    const Configuration u = weak_field();
    const Configuration smeared = ape_smeared(u, {.keep = 2.5, .staple = 1.0, .dimensions = 3});
    check(pion(smeared, cpu::WilsonOperator<double>(u, 0.11)),
          {.192608932093107, .0159807806755118, .00618062912222503, .0028418096199957, .00198266743085943,
           .00283889772162193, .00617588833110045, .0159631269136217},
          1e-5);
  }

  TEST_CASE("reference: Chroma's anisotropic clover propagator") {
    if (weak_field_missing()) return;
    // prec_clover.out.xml; the coefficient of the planes without t, .91, is divided by xi as the hops in
    // space are. The field strength has the fourth power of the weight in these planes, its square in the
    // others.
    const Configuration u = weak_field();
    const std::array<double, 8> expected = {.588734367199896,   .0440054663488397,  .0154934281038289,
                                            .00913658310242971, .00757904288702887, .00913718577511021,
                                            .015501454298906,   .0440099963469373};
    const double kappa = our_kappa(0.115);
    const double square = kWeight * kWeight;
    const CloverCoefficients csw{0.91 / kXi / (square * square), 1.07 / square};
    check(pion(u, CloverOperator(weighted(u), kappa, {.csw = csw})), expected);
    // Other signs or norms do not come near.
    CHECK(pion(u, CloverOperator(weighted(u), kappa, {.csw = {-csw.spatial, -csw.temporal}}))[4] !=
          doctest::Approx(expected[4]).scale(0).epsilon(1e-4));
  }
}

}  // namespace glueball::test::physics_reference_chroma
