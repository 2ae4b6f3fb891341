// These tests check the CPU reference of gauge fixing, gluon propagator and monopoles against their
// definitions.
#include "reference/gauge_fixing.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "cpu/algebra.hpp"
#include "cpu/gauge_functional.hpp"
#include "cpu/plaquette.hpp"
#include "fix/abelian.hpp"
#include "fix/centre.hpp"
#include "fix/fixing.hpp"
#include "fix/gluon_propagator.hpp"
#include "support/fields.hpp"

namespace glueball::test::unit_gauge_fixing {
namespace {

const Geometry kGeometry({4, 6, 2, 4});
constexpr Gauge kGauges[] = {Gauge::landau, Gauge::coulomb, Gauge::maximally_abelian, Gauge::residual,
                             Gauge::centre};

/// Returns exp(i x T_a) to order x^4, which is enough for a difference quotient.
Matrix3 element(std::size_t a, double x) {
  AlgebraVector p{};
  p[a] = x;
  const Matrix3 q = Complex(0, 1) * cpu::hermitian(p);
  Matrix3 sum = Matrix3::identity(), term = sum;
  for (int n = 1; n < 8; ++n) {
    term = Complex(1.0 / n) * (term * q);
    sum += term;
  }
  return sum;
}

/// Returns the functional's sum over links, with g = h at one site.
double functional(const Configuration& u, Gauge gauge, std::size_t site, const Matrix3& h) {
  Transformation g = unit_transformation(u.geometry());
  g[site] = h;
  return cpu::gauge_functional(gauge_transformed(u, g), gauge) * 3 * directions(gauge) *
         double(u.geometry().volume());
}

TEST_SUITE("unit") {
  TEST_CASE("theta is the square of the functional's gradient at every site") {
    const Configuration u = hot_configuration(kGeometry, 3);
    for (const Gauge gauge : kGauges) {
      CAPTURE(int(gauge));
      const auto theta = cpu::gauge_divergence(u, gauge);
      for (const std::size_t site : {std::size_t(0), std::size_t(77), kGeometry.volume() - 1}) {
        double square = 0;
        for (std::size_t a = 0; a < 8; ++a) {
          if (gauge == Gauge::residual && a != 2 && a != 7) continue;
          constexpr double x = 1e-4;
          const double slope =
              (functional(u, gauge, site, element(a, x)) - functional(u, gauge, site, element(a, -x))) /
              (2 * x);
          square += slope * slope;
        }
        // Re Tr(i T_a W) = -Tr(T_a Delta), and sum over a of Tr(T_a Delta)^2 = Tr Delta^2 / 2; twice as steep
        // where the functional is quadratic in g.
        const double factor = gauge == Gauge::maximally_abelian || gauge == Gauge::centre ? 0.5 : 2;
        CHECK(theta[site] == doctest::Approx(factor * square / 3).epsilon(1e-5));
        CHECK(theta[site] > 1e-3);
      }
    }
  }

  TEST_CASE("a relaxation step finds the best element of a subgroup; a double one leaves the functional") {
    const Configuration u = weak_configuration(kGeometry, 0.6, 4);
    for (const Gauge gauge : kGauges) {
      CAPTURE(int(gauge));
      const double before = cpu::gauge_functional(u, gauge);
      Configuration relaxed = u, reflected = u, further = u;
      reference::relax_gauge(relaxed, gauge, Parity::even, {.strength = 1});
      reference::relax_gauge(further, gauge, Parity::even, {.strength = 1.4});
      CHECK(cpu::gauge_functional(relaxed, gauge) > before + 1e-4);
      CHECK(cpu::gauge_functional(further, gauge) < cpu::gauge_functional(relaxed, gauge));
      CHECK(cpu::gauge_functional(further, gauge) > before);
      if (gauge == Gauge::centre)
        continue;  // not a multiple of a quaternion's cosine: no double step keeps it
      reference::relax_gauge(reflected, gauge, Parity::even,
                             {reference::GaugeStep::Kind::stochastic, 1.0, 1, 1});
      CHECK(cpu::gauge_functional(reflected, gauge) == doctest::Approx(before).epsilon(1e-12));
      CHECK(relative_error(reflected, u) > 0.01);
    }
    CHECK(cpu::gauge_functional(Configuration(kGeometry), Gauge::coulomb) == 1);
    CHECK(cpu::gauge_functional(Configuration(kGeometry), Gauge::maximally_abelian) == 1);
    CHECK(cpu::gauge_functional(Configuration(kGeometry), Gauge::centre) == doctest::Approx(1));
  }

  TEST_CASE("gluon propagator: a plane wave is at its momentum alone") {
    const Geometry g({8, 6, 4, 4});
    constexpr double amplitude = 1e-3;
    Configuration u(g);
    for (std::size_t n = 0; n < g.volume(); ++n)
      u.link(n, 2) = element(4, amplitude * std::cos(2 * std::numbers::pi * g.site(n)[0] * 3 / 8));
    const double p = 2 * std::sin(3 * std::numbers::pi / 8);
    for (const Gauge gauge : {Gauge::landau, Gauge::coulomb}) {
      const auto bins = gluon_propagator(u, gauge, {.cylinder = -1});
      int momenta = 0;
      double weight = 0;
      for (const auto& bin : bins) {
        momenta += bin.momenta;
        weight += bin.d * bin.momenta;
        if (std::abs(bin.p - p) < 1e-9) {
          // |A(p)|^2 = (amplitude V / 2)^2 at p and -p
          const double volume = double(gauge == Gauge::landau ? g.volume() : g.volume() / 4);
          CHECK(bin.d * bin.momenta ==
                doctest::Approx(2 * amplitude * amplitude * volume / (4 * 8 * (directions(gauge) - 1)))
                    .epsilon(1e-5));
          weight -= bin.d * bin.momenta;
        }
      }
      CHECK(momenta == int(gauge == Gauge::landau ? g.volume() : g.volume() / 4));
      CHECK(std::abs(weight) < 1e-12 * double(g.volume()));
      CHECK(gluon_propagator(u, gauge, {.cylinder = 0.5}).size() < bins.size());
      CHECK(gluon_propagator(u, gauge, {.cylinder = -1, .cone = 20}).size() < bins.size());
    }
  }

  TEST_CASE("monopoles: none on cold links, conserved currents on hot ones, angles that sum to 0") {
    CHECK(monopoles(Configuration(kGeometry)).density == 0);
    const Configuration u = hot_configuration(Geometry({4, 6, 4, 8}), 5);
    const Monopoles m = monopoles(u);
    CHECK(m.density > 0.05);
    CHECK(m.density < 1);
    CHECK(m.density_spatial == doctest::Approx(m.density).epsilon(0.2));
    CHECK(m.largest_divergence == 0);
    for (const auto& angles : abelian_angles(u)) CHECK(std::abs(angles[0] + angles[1] + angles[2]) < 1e-14);
    // Abelian transformations do not move them.
    Transformation g;
    for (const Matrix3& hot : cpu::random_transformation(u.geometry(), 6)) {
      Matrix3 d;
      d[0][0] = std::polar(1.0, hot[0][0].real());
      d[1][1] = std::polar(1.0, hot[0][1].real() * 3);
      d[2][2] = std::conj(d[0][0] * d[1][1]);
      g.push_back(d);
    }
    CHECK(monopoles(gauge_transformed(u, g)).density == m.density);
    // Links that are Abelian are their own projection.
    const Configuration v = abelian_links(u);
    CHECK(relative_error(abelian_links(v), v) < 1e-14);
  }

  TEST_CASE("centre projection: centre links come back, what is left without vortices has none") {
    const Configuration hot = hot_configuration(kGeometry, 7);
    // The centre elements are random: the projection of hot links.
    const Configuration z = centre_projected(hot);
    CHECK(relative_error(centre_projected(z), z) < 1e-14);
    CHECK(relative_error(z, Configuration(kGeometry)) > 0.5);
    CHECK(vortex_density(z) == vortex_density(hot));
    CHECK(vortex_density(z) == doctest::Approx(2.0 / 3).epsilon(0.05));  // two of three values are not 1
    CHECK(cpu::gauge_functional(z, Gauge::centre) == doctest::Approx(1).epsilon(1e-14));
    // Re Tr / 3 of a pierced plaquette is -1/2.
    CHECK(cpu::plaquette(z).average() == doctest::Approx(1 - 1.5 * vortex_density(z)).epsilon(1e-12));
    CHECK(relative_error(vortices_removed(z), Configuration(kGeometry)) < 1e-14);
    const Configuration v = vortices_removed(hot);
    CHECK(vortex_density(v) == 0);
    CHECK(relative_error(centre_projected(v), Configuration(kGeometry)) < 1e-14);
    CHECK(cpu::gauge_functional(v, Gauge::centre) ==
          doctest::Approx(cpu::gauge_functional(hot, Gauge::centre)).epsilon(1e-13));
    for (std::size_t n = 0; n < hot.links().size(); ++n) {
      // The product of both is the link, and no other element is nearer.
      CHECK(std::abs((z.links()[n] * v.links()[n])[1][2] - hot.links()[n][1][2]) < 1e-14);
      CHECK(trace(v.links()[n]).real() + 1e-14 >=
            (std::polar(1.0, 2 * std::numbers::pi / 3) * trace(v.links()[n])).real());
    }
    // A centre transformation moves vortices nowhere.
    Transformation g;
    for (std::size_t n = 0; n < kGeometry.volume(); ++n) g.push_back(z.link(n, 2));
    CHECK(vortex_density(gauge_transformed(hot, g)) == vortex_density(hot));
    CHECK_THROWS_WITH((FixParameters{.gauge = Gauge::centre, .method = FixMethod::annealing}.check()),
                      doctest::Contains("overrelaxation alone"));
  }

  TEST_CASE("an annealing schedule falls evenly, and what makes no sense is refused") {
    const AnnealingSchedule s{.hottest = 4, .coldest = 1, .sweeps = 4};
    CHECK(s.temperature(0) == 4);
    CHECK(s.temperature(1) == 3);
    CHECK(s.temperature(3) == 1);
    CHECK_THROWS_WITH((FixParameters{.omega = 2}.check()), doctest::Contains("[1, 2)"));
    CHECK_THROWS_WITH((FixParameters{.omega = 0.9}.check()), doctest::Contains("[1, 2)"));
    CHECK_THROWS_WITH((FixParameters{.annealing = {.hottest = 1, .coldest = 2}}.check()),
                      doctest::Contains("rises"));
    CHECK_THROWS_WITH((FixParameters{.residual = true}.check()), doctest::Contains("maximally Abelian"));
    CHECK(stages({.gauge = Gauge::maximally_abelian, .residual = true, .method = FixMethod::annealing})
              .size() == 5);
    CHECK(stages({.precision = FixPrecision::single}).size() == 1);
  }
}

}  // namespace

}  // namespace glueball::test::unit_gauge_fixing
