// These tests compare correlators of Wilson lines by Fourier transforms with the sum over pairs.
#include "measure/wilson_lines.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "measure/correlator.hpp"
#include "measure/polyakov.hpp"
#include "reference/wilson_loops.hpp"
#include "support/devices.hpp"
#include "support/gauge_transformed.hpp"

namespace glueball::test::kernel_wilson_lines {
namespace {

constexpr test::Sweep kEvery{.storage = true, .reconstruct = true, .accumulator = true, .in_double = true};
constexpr test::Sweep kPreferred{.storage = false};
constexpr double kAverage = 1e-7;

const Geometry kGeometry({4, 2, 6, 8});
const Configuration kLinks = hot_configuration(kGeometry, 2718);

WilsonLines lines_of(const DeviceLattice& lattice, const Configuration& links, int longest) {
  GaugeField u(lattice);
  upload(links, u);
  return wilson_lines(lattice, u, longest);
}

double largest(const WilsonLines& a, const WilsonLines& b) {
  REQUIRE(a.values.size() == b.values.size());
  double worst = 0;
  for (std::size_t n = 0; n < a.values.size(); ++n)
    worst = std::max(worst, std::abs(a.values[n] - b.values[n]));
  return worst;
}

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("correlators of lines of each length agree with the sum over pairs of sites") {
    const std::vector<int> lengths = {1, 2, 5, 8};
    std::vector<std::map<int, double>> wanted;
    for (const int l : lengths) wanted.push_back(reference::wilson_lines(kLinks, l));
    test::for_each_lattice(kGeometry, kEvery, [&](const DeviceLattice& lattice) {
      const WilsonLines found = lines_of(lattice, kLinks, 8);
      REQUIRE(found.r2.size() == wanted[0].size());
      for (std::size_t k = 0; k < lengths.size(); ++k) {
        double worst = 0;
        for (std::size_t n = 0; n < found.r2.size(); ++n)
          worst = std::max(worst, std::abs(found.at(n, lengths[k]) - wanted[k].at(found.r2[n])));
        CAPTURE(lengths[k]);
        CHECK(worst < kAverage);
      }
      CHECK(found.r2[0] == 0);
      for (int l = 1; l <= 8; ++l) CHECK(found.at(0, l) == doctest::Approx(1).epsilon(1e-12));
    });
  }

  TEST_CASE(
      "lines: around the lattice they are Polyakov loops, and the gauge of Coulomb's that is left goes") {
    // The Coulomb gauge condition leaves a transformation open that is constant in each time slice.
    const auto turns = hot_configuration(Geometry({2, 2, 2, 8}), 4);
    Configuration turned = kLinks;
    for (std::size_t n = 0; n < kGeometry.volume(); ++n) {
      const Site s = kGeometry.site(n);
      const auto at = [&](int t) { return turns.link({0, 0, 0, t % 8}, 0); };
      for (int mu = 0; mu < kDirections; ++mu)
        turned.link(n, mu) = at(s[3]) * kLinks.link(n, mu) * adjoint(at(s[3] + (mu == 3 ? 1 : 0)));
    }
    test::for_each_lattice(kGeometry, kPreferred, [&](const DeviceLattice& lattice) {
      const WilsonLines lines = lines_of(lattice, kLinks, 8);
      CHECK(largest(lines, lines_of(lattice, turned, 8)) < 2e-7);
      CHECK(largest(lines, lines_of(lattice, test::gauge_transformed(kLinks, 6), 8)) > 1e-4);
      // Where all links in time but the last are 1, loops are the same whenever they begin.
      Configuration temporal = kLinks;
      for (std::size_t n = 0; n < kGeometry.volume(); ++n)
        if (kGeometry.site(n)[3] < 7) temporal.link(n, 3) = Matrix3::identity();
      GaugeField u(lattice);
      upload(temporal, u);
      GlobalSums sums(lattice);
      const auto loops = polyakov_loops(lattice, u, sums);
      const Correlator singlet = correlator(loops.field, loops.field, Combination::singlet);
      const WilsonLines around = wilson_lines(lattice, u, 8);
      REQUIRE(singlet.r2 == around.r2);
      for (std::size_t n = 0; n < around.r2.size(); ++n)
        CHECK(std::abs(around.at(n, 8) - singlet.values[n].real()) < kAverage);
      // The bits do not depend on how many lengths are asked for.
      const WilsonLines fewer = lines_of(lattice, kLinks, 3);
      for (std::size_t n = 0; n < lines.r2.size(); ++n) CHECK(fewer.at(n, 3) == lines.at(n, 3));
      CHECK_THROWS_AS(lines_of(lattice, kLinks, 9), Error);
      CHECK_THROWS_AS(lines_of(lattice, kLinks, 0), Error);
    });
  }
}

}  // namespace glueball::test::kernel_wilson_lines
