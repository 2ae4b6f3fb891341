// These tests check the heatbath's reference: staples, colouring, the SU(2) density, what overrelaxation
// keeps, the strong-coupling plaquette.
#include "reference/heatbath.hpp"

#include <doctest/doctest.h>

#include <set>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/plaquette.hpp"
#include "cpu/random.hpp"
#include "lattice/coloring.hpp"
#include "measure/statistics.hpp"
#include "reference/gauge_force.hpp"
#include "reference/su2.hpp"
#include "support/fields.hpp"
#include "support/kolmogorov.hpp"

namespace glueball::test::unit_heatbath {
namespace {

using namespace cpu;
using namespace reference;

/// Returns the links of all 1 x 1 or 2 x 1 loops through the link (s, mu), itself left out, as [site index,
/// direction].
std::set<std::pair<std::size_t, int>> partners(const Geometry& g, const Site& s, int mu, bool rectangles) {
  std::set<std::pair<std::size_t, int>> found;
  for (int a = 0; a < kDirections; ++a)
    for (int b = 0; b < kDirections; ++b)
      for (int length = 1; length <= (rectangles ? 2 : 1) && a != b; ++length)
        for (std::size_t n = 0; n < g.volume(); ++n) {
          const Site corner = g.site(n);
          std::set<std::pair<std::size_t, int>> loop;
          for (int i = 0; i < length; ++i)
            for (const int up : {0, 1})
              loop.insert({g.index(g.neighbour(g.neighbour(corner, a, i), b, up)), a});
          for (const int end : {0, length}) loop.insert({g.index(g.neighbour(corner, a, end)), b});
          if (loop.contains({g.index(s), mu})) found.merge(loop);
        }
  found.erase({g.index(s), mu});
  return found;
}

TEST_SUITE("unit") {
  TEST_CASE("coloring: no two links of a set share a loop of the action, and every link is in one set") {
    for (const Geometry& g : {Geometry({4, 6, 4, 4}), Geometry({6, 4, 10, 4}), Geometry({4, 14, 4, 4})})
      for (const bool rectangles : {true, false}) {
        const GaugeCouplings couplings{.c1 = rectangles ? -0.331 : 0};
        int pairs = 0;
        for (int mu = 0; mu < kDirections; ++mu)
          for (const std::size_t n : {std::size_t(0), g.volume() / 2 + 5, g.volume() - 1}) {
            const Site s = g.site(n);
            const LinkSet set{mu, Geometry::parity(s), rectangle_color(g, s, mu)};
            CHECK((set.color >= 0 && set.color < kRectangleColors));
            for (const auto& [site, nu] : partners(g, s, mu, rectangles)) {
              if (nu != mu) continue;
              ++pairs;
              CHECK_FALSE(contains(set, g, couplings, g.site(site)));
            }
          }
        CHECK(pairs > (rectangles ? 250 : 60));
      }
    CHECK_THROWS_AS(require_room_for_rectangles(Geometry({4, 4, 2, 4})), Error);
  }

  TEST_CASE("coloring: along every line of any even extent, one and two steps change the colour") {
    for (int extent = 4; extent <= 70; extent += 2) {
      const Geometry g({4, extent, 4, 4});
      for (int y = 0; y < extent; ++y) {
        const Site s{1, y, 2, 3};
        for (const int steps : {1, 2, -1, -2})
          CHECK(rectangle_color(g, s, 0) != rectangle_color(g, g.neighbour(s, 1, steps), 0));
      }
    }
  }

  TEST_CASE("gauge actions with rectangles: the force is minus the derivative of the action") {
    const Geometry g({4, 6, 4, 8});
    const Configuration u = weak_configuration(g, 0.4, 3);
    Momenta p(g);
    gaussian_momenta(p, 5, 0);
    for (const char* name : {"wilson", "symanzik", "iwasaki", "dbw2", "0.25"}) {
      CAPTURE(name);
      const GaugeCouplings couplings{.beta = 2.5, .c1 = rectangle_coefficient(name)};
      Momenta force(g);
      gauge_force(u, couplings, 1.0, force);
      const auto at = [&](double tau) {
        Configuration moved = u;
        update_links(moved, p, tau);
        return gauge_action(moved, couplings);
      };
      const double h = 2e-3, derivative = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
      CHECK(std::abs(derivative + product(p, force)) < 1e-7 * norm(p) * norm(force));
      CHECK(norm(force) > 1);
    }
    CHECK(rectangle_coefficient("symanzik") == -1.0 / 12);
    CHECK(rectangle_coefficient("wilson") == 0);
    CHECK_THROWS_AS(rectangle_coefficient("wislon"), Error);
  }

  TEST_CASE("su2 heatbath: Kolmogorov and Smirnov's test against the exact density, direction included") {
    constexpr int kSample = 20000;
    for (const auto& [its_alpha, its_digits] :
         std::vector<std::pair<double, Digits>>{{0.0, Digits::single},
                                                {0.01, Digits::full},
                                                {0.5, Digits::single},
                                                {0.5, Digits::full},
                                                {1.6, Digits::full},
                                                {1.75, Digits::single},
                                                {3.0, Digits::single},
                                                {3.0, Digits::full},
                                                {12.0, Digits::full},
                                                {100.0, Digits::single}}) {
      const auto& alpha = its_alpha;
      const auto& digits = its_digits;
      CAPTURE(alpha);
      std::vector<double> height, polar, azimuth;
      int failed = 0;
      for (std::uint32_t i = 0; i < kSample; ++i) {
        const auto b = su2_heatbath(
            {alpha, 0, 0, 0}, draws(9, Stream::noise, 1, i, 1000, digits).full[0], digits,
            [&](int attempt) { return draws(9, Stream::noise, 0, i, std::uint32_t(attempt), digits); });
        const double rest = std::sqrt(1 - b[0] * b[0]);
        if (rest < 1e-12) ++failed;
        height.push_back(b[0]);
        polar.push_back(b[3] / rest);
        azimuth.push_back(std::atan2(b[2], b[1]));
      }
      // 0.29 to the power of eight attempts; and one in 16000 that upper words let through alone.
      CHECK(failed <= 6);
      CHECK(kolmogorov_probability(height, [&](double x) { return su2_distribution(alpha, x); }) > 1e-3);
      CHECK(kolmogorov_probability(polar, [](double x) { return 0.5 * (x + 1); }) > 1e-3);
      CHECK(kolmogorov_probability(azimuth, [](double x) { return 0.5 + 0.5 * x / std::numbers::pi; }) >
            1e-3);
    }
  }

  TEST_CASE("overrelaxation keeps every action to rounding, moves every link, and undoes nothing") {
    const Geometry g({4, 6, 4, 4});
    const Configuration start = hot_configuration(g, 4);
    for (const double c1 : {0.0, -1.0 / 12, -1.4088}) {
      const GaugeCouplings couplings{.beta = 6, .c1 = c1};
      Configuration u = start;
      overrelax(u, couplings);
      const double before = gauge_action(start, couplings);
      CHECK(std::abs(gauge_action(u, couplings) - before) < 1e-11 * std::abs(before));
      int still = 0;
      double worst = 0;
      for (std::size_t n = 0; n < u.links().size(); ++n) {
        const Matrix3 d = u.links()[n] - start.links()[n];
        still += trace(d * adjoint(d)).real() < 1e-6;
        worst = std::max(worst, unitarity_deviation(u.links()[n]));
      }
      CHECK(still == 0);
      CHECK(worst < 1e-12);
    }
  }

  TEST_CASE("heatbath at strong coupling: the plaquette of the series, from cold and from hot") {
    const Geometry g({4, 4, 4, 4});
    for (const double beta : {0.5, 1.0, 2.0})
      for (const bool hot : {false, true}) {
        CAPTURE(beta);
        Configuration u = hot ? hot_configuration(g, 8) : Configuration(g);
        std::vector<double> series;
        for (std::uint32_t step = 1; step <= 130; ++step) {
          heatbath(u, {.beta = beta}, hot ? 21 : 22, step);
          if (step > 10) series.push_back(cpu::plaquette(u).average());
        }
        const auto p = gamma_method(series);
        const double expected = beta / 18 + beta * beta / 216 - 5 * std::pow(beta, 4) / 93312;
        CHECK(p.error < 2e-3);
        CHECK(std::abs(p.mean - expected) < 3.5 * p.error + 2e-4);
      }
  }
}

}  // namespace

}  // namespace glueball::test::unit_heatbath
