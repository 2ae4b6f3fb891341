#include "measure/equilibration.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

namespace glueball::test::unit_equilibration {
namespace {

/// Returns AR(1) values with an integrated autocorrelation time of `tau`, plus a beginning that decays.
std::vector<double> chain(std::size_t length, double tau, double begin = 0, double decay = 1,
                          unsigned seed = 4) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  const double rho = (2 * tau - 1) / (2 * tau + 1);
  std::vector<double> values;
  double x = normal(bits);
  for (std::size_t n = 0; n < length; ++n) {
    values.push_back(x + begin * std::exp(-double(n) / decay));
    x = rho * x + std::sqrt(1 - rho * rho) * normal(bits);
  }
  return values;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("the beginning of a chain is cut where its mean becomes most certain") {
    CHECK(settled_after({}) == 0);
    CHECK(settled_after(std::vector<double>{1, 2, 3}) == 0);
    // The error of the rest is 0 from the fourth value on.
    CHECK(settled_after(std::vector<double>{9, 5, 2, 1, 1, 1, 1, 1, 1, 1}) == 3);
    // At most half is left out.
    CHECK(settled_after(std::vector<double>{90, 80, 70, 60, 5, 4, 1, 1}) == 4);
    const std::size_t cut = settled_after(chain(400, 0.5, 20, 10));
    CHECK(cut > 10);
    CHECK(cut < 60);
    CHECK(settled_after(chain(400, 0.5)) < 20);
  }

  TEST_CASE("a chain that still moves drifts, one in equilibrium does not") {
    CHECK_FALSE(drifts(std::vector<double>{1, 2, 3}));  // too few values
    CHECK(drifts(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    CHECK_FALSE(drifts(std::vector<double>{1, 2, 3, 2}));
    CHECK_FALSE(drifts(std::vector<double>(5, 0.5)));
    // Ten trajectories of 8^4 from random links at beta 5.6.
    const std::vector<double> rising{0.252086, 0.341945, 0.387569, 0.412909, 0.431260,
                                     0.444494, 0.454772, 0.460042, 0.466093, 0.472068};
    CHECK(drifts(std::span(rising).subspan(settled_after(rising))));
    int drifting = 0;
    for (unsigned seed = 0; seed < 500; ++seed) {
      const std::vector<double> short_one = chain(8, 2, 0, 1, seed);
      drifting += drifts(std::span(short_one).subspan(settled_after(short_one)));
    }
    CHECK(drifting < 20);
    CHECK(drifts(std::vector<double>{1, 2.1, 3, 3.9, 5, 6, 7.1, 8, 9, 10}));
    CHECK_FALSE(drifts(std::vector<double>(20, 0.5)));
    CHECK_FALSE(drifts(chain(200, 0.5)));
    CHECK_FALSE(drifts(chain(400, 4)));
    CHECK(drifts(chain(100, 0.5, 20, 100)));
    std::vector<double> damaged = chain(100, 0.5, 20, 100);
    damaged[3] = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(drifts(damaged));
  }
}

}  // namespace glueball::test::unit_equilibration
