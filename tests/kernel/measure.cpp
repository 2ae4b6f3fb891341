// These tests compare the kernels of the observables with their double-precision references, on random links
// of an asymmetric lattice.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "base/error.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "measure/correlator.hpp"
#include "measure/density.hpp"
#include "measure/loop_averages.hpp"
#include "measure/polyakov.hpp"
#include "measure/wilson_loops.hpp"
#include "reference/correlator.hpp"
#include "reference/densities.hpp"
#include "reference/wilson_loops.hpp"
#include "support/devices.hpp"

namespace glueball::test::kernel_measure {
namespace {

// The sweep has all storages, link sizes and accumulators.
constexpr test::Sweep kEvery{.storage = true, .reconstruct = true, .accumulator = true, .in_double = true};

// The tolerance is for averages over a whole lattice of numbers of order one, each good to single precision.
constexpr double kAverage = 1e-7;
// The tolerance is for a number of order one per site, a product of up to ten links.
constexpr double kSite = 2e-6;

const Geometry kGeometry({4, 6, 8, 10});
const Configuration kLinks = hot_configuration(kGeometry, 314159);

struct Uploaded {
  explicit Uploaded(const DeviceLattice& lattice) : u(lattice), sums(lattice) { upload(kLinks, u); }
  GaugeField u;
  GlobalSums sums;
};

void check_same(const Correlator& found, const Correlator& wanted, double tolerance) {
  CHECK(found.r2 == wanted.r2);
  CHECK(found.vectors == wanted.vectors);
  REQUIRE(found.values.size() == wanted.values.size());
  double worst = 0;
  for (std::size_t i = 0; i < found.values.size(); ++i)
    worst = std::max(worst, std::abs(found.values[i] - wanted.values[i]));
  CHECK(worst < tolerance);
}

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("rectangles, parallelograms and link trace agree with their references") {
    const auto rectangles = cpu::rectangle(kLinks);
    const auto parallelograms = reference::parallelogram(kLinks);
    const double trace = cpu::link_trace(kLinks);
    test::for_each_lattice(kGeometry, kEvery, [&](const DeviceLattice& lattice) {
      Uploaded f(lattice);
      const auto found = rectangle(lattice, f.u, f.sums);
      CHECK(std::abs(found.spatial - rectangles.spatial) < kAverage);
      CHECK(std::abs(found.temporal - rectangles.temporal) < kAverage);
      const auto bent = parallelogram(lattice, f.u, f.sums);
      CHECK(std::abs(bent.spatial - parallelograms.spatial) < kAverage);
      CHECK(std::abs(bent.temporal - parallelograms.temporal) < kAverage);
      CHECK(std::abs(link_trace(lattice, f.u, f.sums) - trace) < kAverage);
    });
  }

  TEST_CASE("Polyakov loops agree with their references in every direction and at every site") {
    test::for_each_lattice(kGeometry, kEvery, [&](const DeviceLattice& lattice) {
      Uploaded f(lattice);
      for (int mu = 0; mu < kDirections; ++mu) {
        CAPTURE(mu);
        const auto loops = polyakov_loops(lattice, f.u, f.sums, mu);
        CHECK(std::abs(loops.average - reference::polyakov(kLinks, mu)) < kAverage);
        const auto found = download(loops.field), wanted = reference::polyakov_field(kLinks, mu);
        REQUIRE(found.size() == wanted.size());
        double worst = 0;
        for (std::size_t n = 0; n < found.size(); ++n) {
          const Matrix3 d = found[n] - wanted[n];
          worst = std::max(worst, std::sqrt(trace(d * adjoint(d)).real()));
        }
        CHECK(worst < kSite);
      }
    });
  }

  TEST_CASE("Wilson loops agree with the naive products of links") {
    const int max_r = 4, max_t = 5;
    const auto wanted = reference::wilson_loops(kLinks, max_r, max_t);
    CHECK(wanted.at(1, 1) == doctest::Approx(cpu::plaquette(kLinks).temporal).epsilon(1e-12));
    test::for_each_lattice(kGeometry, kEvery, [&](const DeviceLattice& lattice) {
      Uploaded f(lattice);
      const auto found = wilson_loops(lattice, f.u, f.sums, max_r, max_t);
      for (int r = 1; r <= max_r; ++r)
        for (int t = 1; t <= max_t; ++t) {
          CAPTURE(r);
          CAPTURE(t);
          CHECK(std::abs(found.at(r, t) - wanted.at(r, t)) < kAverage);
        }
    });
  }

  TEST_CASE("Wilson loops larger than the lattice are refused") {
    gpu::Device& device = *test::devices().front();
    const DeviceLattice lattice(device, kGeometry, preferred_options(device));
    Uploaded f(lattice);
    CHECK_THROWS_AS(wilson_loops(lattice, f.u, f.sums, 5, 2), Error);
    CHECK_THROWS_AS(wilson_loops(lattice, f.u, f.sums, 2, 11), Error);
    CHECK_THROWS_AS(wilson_loops(lattice, f.u, f.sums, 0, 1), Error);
  }

  TEST_CASE("the density of the plaquette action agrees with its reference at every site") {
    const auto wanted = reference::plaquette_density(kLinks);
    test::for_each_lattice(kGeometry, kEvery, [&](const DeviceLattice& lattice) {
      Uploaded f(lattice);
      DensityField density(lattice);
      plaquette_density(lattice, f.u, density);
      const auto found = download(density);
      REQUIRE(found.size() == wanted.size());
      double worst = 0, sum = 0;
      for (std::size_t n = 0; n < found.size(); ++n) {
        for (std::size_t k = 0; k < 2; ++k)
          worst = std::max(worst, std::abs(double(found[n][k]) - wanted[n][k]));
        sum += double(found[n][0]) + double(found[n][1]);
      }
      CHECK(worst < kSite);
      const double average = 1 - sum / (6.0 * double(kGeometry.volume()));
      CHECK(std::abs(average - cpu::plaquette(kLinks).average()) < kAverage);
    });
  }

  TEST_CASE("loops of links with 18 reals are right for any complex matrices") {
    Configuration any = kLinks;
    std::mt19937 random(5);
    std::normal_distribution<double> normal(0, 0.2);
    for (Matrix3& link : any.links())
      for (auto& row : link.e)
        for (Complex& z : row) z += Complex(normal(random), normal(random));
    const auto plaquettes = cpu::plaquette(any);
    const auto rectangles = cpu::rectangle(any);
    const auto parallelograms = reference::parallelogram(any);
    const auto density = reference::plaquette_density(any);
    const auto loops = reference::wilson_loops(any, 2, 2);
    test::for_each_lattice(kGeometry, kEvery, [&](const DeviceLattice& lattice) {
      if (lattice.options().reconstruct != 18) return;
      GaugeField u(lattice);
      upload(any, u);
      GlobalSums sums(lattice);
      const auto check = [](const auto& found, const auto& wanted) {
        CHECK(std::abs(found.spatial - wanted.spatial) < kSite);
        CHECK(std::abs(found.temporal - wanted.temporal) < kSite);
      };
      check(plaquette(lattice, u, sums), plaquettes);
      check(rectangle(lattice, u, sums), rectangles);
      check(parallelogram(lattice, u, sums), parallelograms);
      CHECK(std::abs(link_trace(lattice, u, sums) - cpu::link_trace(any)) < kSite);
      CHECK(std::abs(polyakov_loops(lattice, u, sums).average - reference::polyakov(any)) < 10 * kSite);
      CHECK(std::abs(wilson_loops(lattice, u, sums, 2, 2).at(2, 2) - loops.at(2, 2)) < 10 * kSite);
      DensityField field(lattice);
      plaquette_density(lattice, u, field);
      const auto found = download(field);
      double worst = 0;
      for (std::size_t n = 0; n < found.size(); ++n)
        for (std::size_t k = 0; k < 2; ++k)
          worst = std::max(worst, std::abs(double(found[n][k]) - density[n][k]));
      CHECK(worst < 10 * kSite);
    });
  }

  TEST_CASE("correlators of Polyakov loops agree with a brute-force loop over pairs") {
    const auto field = reference::polyakov_field(kLinks);
    const Site box = slice_extents(kGeometry, 3);
    std::vector<std::pair<Combination, Correlator>> wanted;
    for (const auto c : {Combination::average, Combination::singlet, Combination::octet})
      wanted.emplace_back(c, reference::correlator(box, field, field, c));
    test::for_each_lattice(kGeometry, kEvery, [&](const DeviceLattice& lattice) {
      Uploaded f(lattice);
      const auto loops = polyakov_loops(lattice, f.u, f.sums);
      for (const auto& [its_combination, reference] : wanted) {
        const auto& combination = its_combination;
        CAPTURE(int(combination));
        check_same(correlator(loops.field, loops.field, combination), reference, kAverage);
      }
    });
  }

  TEST_CASE("correlators of two different fields, and of boxes that differ") {
    const Configuration other = hot_configuration(kGeometry, 5);
    const Site box = slice_extents(kGeometry, 3);
    const auto wanted = reference::correlator(box, reference::polyakov_field(kLinks),
                                              reference::polyakov_field(other), Combination::octet);
    test::for_each_lattice(kGeometry, kEvery, [&](const DeviceLattice& lattice) {
      Uploaded f(lattice);
      GaugeField v(lattice);
      upload(other, v);
      const auto a = polyakov_loops(lattice, f.u, f.sums), b = polyakov_loops(lattice, v, f.sums);
      check_same(correlator(a.field, b.field, Combination::octet), wanted, kAverage);
      const auto across = polyakov_loops(lattice, f.u, f.sums, 2);
      CHECK_THROWS_AS(correlator(a.field, across.field, Combination::average), Error);
    });
  }
}

}  // namespace glueball::test::kernel_measure
