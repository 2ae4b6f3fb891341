// These tests check observables on any links: gauge invariance, values on a cold lattice, relations among
// them.
#include <doctest/doctest.h>

#include <cmath>

#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "measure/correlator.hpp"
#include "measure/loop_averages.hpp"
#include "measure/polyakov.hpp"
#include "measure/wilson_loops.hpp"
#include "reference/correlator.hpp"
#include "reference/densities.hpp"
#include "reference/wilson_loops.hpp"
#include "support/devices.hpp"
#include "support/gauge_transformed.hpp"

namespace glueball::test::property_observables {
namespace {

// Every device as the program itself would use it.
constexpr test::Sweep kPreferred{.storage = false};

const Geometry kGeometry({4, 6, 2, 8});

/// Returns every gauge-invariant observable, in one list.
std::vector<double> invariants(const Configuration& u) {
  const auto p = cpu::plaquette(u);
  const auto r = cpu::rectangle(u);
  const auto b = reference::parallelogram(u);
  std::vector<double> all = {p.spatial, p.temporal, r.spatial, r.temporal, b.spatial, b.temporal};
  for (int mu = 0; mu < kDirections; ++mu) {
    const Complex l = reference::polyakov(u, mu);
    all.insert(all.end(), {l.real(), l.imag()});
  }
  const auto w = reference::wilson_loops(u, 2, 3);
  all.insert(all.end(), w.values.begin(), w.values.end());
  const auto field = reference::polyakov_field(u);
  for (const Complex c :
       reference::correlator(slice_extents(u.geometry(), 3), field, field, Combination::average).values)
    all.push_back(c.real());
  for (const auto& [spatial, temporal] : reference::plaquette_density(u))
    all.insert(all.end(), {spatial, temporal});
  return all;
}

std::vector<double> invariants(const DeviceLattice& lattice, const Configuration& links) {
  GaugeField u(lattice);
  upload(links, u);
  GlobalSums sums(lattice);
  const auto p = plaquette(lattice, u, sums);
  const auto r = rectangle(lattice, u, sums);
  const auto b = parallelogram(lattice, u, sums);
  std::vector<double> all = {p.spatial, p.temporal, r.spatial, r.temporal, b.spatial, b.temporal};
  for (int mu = 0; mu < kDirections; ++mu) {
    const Complex l = polyakov_loops(lattice, u, sums, mu).average;
    all.insert(all.end(), {l.real(), l.imag()});
  }
  const auto w = wilson_loops(lattice, u, sums, 2, 3);
  all.insert(all.end(), w.values.begin(), w.values.end());
  const auto loops = polyakov_loops(lattice, u, sums);
  for (const Complex c : correlator(loops.field, loops.field, Combination::average).values)
    all.push_back(c.real());
  return all;
}

/// Returns the mean of Re Tr[L(x) L(x + k)^+] / 3 over x and the three directions k, where L are the Polyakov
/// loops.
double nearest_neighbours(const Configuration& u) {
  const Geometry& g = u.geometry();
  const auto field = reference::polyakov_field(u);
  double sum = 0;
  for (std::size_t n = 0; n < field.size(); ++n)
    for (int k = 0; k < 3; ++k)
      sum += trace(field[n] * adjoint(field[g.index(g.neighbour(g.site(n), k))])).real();
  return sum / (9.0 * double(field.size()));
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

}  // namespace

TEST_SUITE("property") {
  TEST_CASE("observables do not change under a random gauge transformation") {
    const Configuration u = hot_configuration(kGeometry, 77), v = test::gauge_transformed(u, 78);
    // The links do change: the singlet correlator and the link trace see it.
    CHECK(std::abs(cpu::link_trace(u) - cpu::link_trace(v)) > 1e-4);
    CHECK(largest_difference(invariants(u), invariants(v)) < 1e-13);
    test::for_each_lattice(kGeometry, kPreferred, [&](const DeviceLattice& lattice) {
      CHECK(largest_difference(invariants(lattice, u), invariants(lattice, v)) < 2e-7);
    });
  }

  TEST_CASE("every loop is 1 on a cold lattice") {
    const Configuration cold(kGeometry);
    const auto field = reference::polyakov_field(cold);
    for (const auto c : {Combination::average, Combination::singlet, Combination::octet})
      for (const Complex z : reference::correlator(slice_extents(kGeometry, 3), field, field, c).values)
        CHECK(std::abs(z - 1.0) < 1e-13);
    test::for_each_lattice(kGeometry, kPreferred, [&](const DeviceLattice& lattice) {
      GaugeField u(lattice);
      upload(cold, u);
      GlobalSums sums(lattice);
      CHECK(rectangle(lattice, u, sums).average() == doctest::Approx(1).epsilon(1e-12));
      CHECK(parallelogram(lattice, u, sums).spatial == doctest::Approx(1).epsilon(1e-12));
      CHECK(parallelogram(lattice, u, sums).temporal == doctest::Approx(1).epsilon(1e-12));
      CHECK(link_trace(lattice, u, sums) == doctest::Approx(1).epsilon(1e-12));
      for (const double w : wilson_loops(lattice, u, sums, 2, 8).values)
        CHECK(w == doctest::Approx(1).epsilon(1e-12));
      for (int mu = 0; mu < kDirections; ++mu)
        CHECK(std::abs(polyakov_loops(lattice, u, sums, mu).average - 1.0) < 1e-12);
    });
  }

  TEST_CASE("CL2QCD's sum of rectangles on a cold 4x4x4x8 lattice is 6144") {
    const Geometry g({4, 4, 4, 8});
    CHECK(cpu::rectangle(Configuration(g)).sum(g) == doctest::Approx(6144).epsilon(1e-13));
  }

  TEST_CASE(
      "the 1 x 1 Wilson loop is the temporal plaquette, one around the lattice a pair of Polyakov loops") {
    const Configuration links = hot_configuration(kGeometry, 12);
    test::for_each_lattice(kGeometry, kPreferred, [&](const DeviceLattice& lattice) {
      GaugeField u(lattice);
      upload(links, u);
      GlobalSums sums(lattice);
      const auto w = wilson_loops(lattice, u, sums, 1, 8);
      CHECK(std::abs(w.at(1, 1) - plaquette(lattice, u, sums).temporal) < 1e-7);
      // In temporal gauge, all links 1 but those in time that close the lattice, Tr[L(x) L(x + k)^+] is all
      // there is.
      Configuration temporal(kGeometry);
      for (std::size_t n = 0; n < kGeometry.volume(); ++n)
        if (kGeometry.site(n)[3] == kGeometry.extent(3) - 1) temporal.link(n, 3) = links.link(n, 3);
      upload(temporal, u);
      CHECK(std::abs(wilson_loops(lattice, u, sums, 1, 8).at(1, 8) - nearest_neighbours(temporal)) < 1e-7);
    });
  }

  TEST_CASE("9 average = singlet + 8 octet") {
    const auto field = reference::polyakov_field(hot_configuration(kGeometry, 3));
    const Site box = slice_extents(kGeometry, 3);
    const auto average = reference::correlator(box, field, field, Combination::average);
    const auto singlet = reference::correlator(box, field, field, Combination::singlet);
    const auto octet = reference::correlator(box, field, field, Combination::octet);
    for (std::size_t i = 0; i < average.values.size(); ++i)
      CHECK(std::abs(9.0 * average.values[i] - singlet.values[i] - 8.0 * octet.values[i]) < 1e-13);
    CHECK(singlet.values[0].real() == doctest::Approx(1).epsilon(1e-13));
  }
}

}  // namespace glueball::test::property_observables
