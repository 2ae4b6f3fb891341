// These tests check properties of the energy-momentum tensor and Weinberg's operator that hold on any links.
#include "measure/field_products.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "field/transfer.hpp"
#include "lattice/configuration.hpp"
#include "measure/clover.hpp"
#include "measure/line_correlators.hpp"
#include "measure/observable.hpp"
#include "reference/densities.hpp"
#include "support/devices.hpp"
#include "support/gauge_transformed.hpp"

namespace glueball::test::property_field_products {

using doctest::Approx;

namespace {

constexpr test::Sweep kPreferred{.storage = false};
const Geometry kGeometry({4, 6, 2, 8});

double at(const ProductsOfField& all, FieldProduct which) { return all[std::size_t(which)]; }

ProductsOfField averages(const DeviceLattice& lattice, const Configuration& links,
                         FieldStrength kind = FieldStrength::clover) {
  GaugeField u(lattice);
  upload(links, u);
  GlobalSums sums(lattice);
  return field_products(lattice, u, kind, sums).average();
}

/// Returns constant abelian fields: flux a through planes (x, y), b through (z, t), along lambda_3, on an 8^4
/// that they fit.
Configuration fluxes(int a, int b) {
  const Geometry g({8, 8, 8, 8});
  const double unit = 2 * std::numbers::pi / 64;
  Configuration u(g);
  const auto turn = [](Matrix3& m, double angle) {
    m[0][0] = std::polar(1.0, angle);
    m[1][1] = std::polar(1.0, -angle);
  };
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    turn(u.link(n, 1), a * unit * s[0]);
    turn(u.link(n, 3), b * unit * s[2]);
    if (s[0] == 7) turn(u.link(n, 0), -8 * a * unit * s[1]);
    if (s[2] == 7) turn(u.link(n, 2), -8 * b * unit * s[3]);
  }
  return u;
}

}  // namespace

TEST_SUITE("property") {
  TEST_CASE(
      "energy-momentum tensor: symmetric under gauge transformations, without trace, E and Q those of "
      "clovers") {
    const Configuration u = hot_configuration(kGeometry, 5), v = test::gauge_transformed(u, 6);
    test::for_each_lattice(kGeometry, kPreferred, [&](const DeviceLattice& lattice) {
      for (const auto kind : {FieldStrength::clover, FieldStrength::rectangles2}) {
        const ProductsOfField a = averages(lattice, u, kind), b = averages(lattice, v, kind);
        for (std::size_t k = 0; k < kFieldProducts; ++k) CHECK(std::abs(a[k] - b[k]) < 2e-6);
        CHECK(std::abs(a[0] + a[1] + a[2] + a[3]) < 2e-6);
        GaugeField links(lattice);
        upload(u, links);
        const ActionDensity d = CloverMeasurement(lattice, kind).measure(links);
        CHECK(at(a, FieldProduct::energy) == Approx(d.energy()).epsilon(1e-5));
        CHECK(std::abs(at(a, FieldProduct::charge) * double(kGeometry.volume()) - d.charge) < 1e-4);
      }
    });
  }

  TEST_CASE(
      "energy-momentum tensor of constant fields: E along the field's plane, nothing where they are "
      "self-dual") {
    const double f = std::sin(2 * std::numbers::pi / 64), energy = 2 * f * f;
    test::for_each_lattice(Geometry({8, 8, 8, 8}), kPreferred, [&](const DeviceLattice& lattice) {
      const ProductsOfField one = averages(lattice, fluxes(1, 0));
      CHECK(at(one, FieldProduct::energy) == Approx(energy).epsilon(1e-5));
      for (const auto which : {FieldProduct::xx, FieldProduct::yy})
        CHECK(at(one, which) == Approx(energy).epsilon(1e-5));
      for (const auto which : {FieldProduct::zz, FieldProduct::tt})
        CHECK(at(one, which) == Approx(-energy).epsilon(1e-5));
      const ProductsOfField both = averages(lattice, fluxes(1, 1));
      CHECK(at(both, FieldProduct::energy) == Approx(2 * energy).epsilon(1e-5));
      CHECK(std::abs(at(both, FieldProduct::charge)) == Approx(energy / (4 * 9.8696044)).epsilon(1e-5));
      for (std::size_t k = 0; k < std::size_t(FieldProduct::energy); ++k) CHECK(std::abs(both[k]) < 1e-8);
      // Fields that commute have no third power.
      CHECK(std::abs(weinberg(both)) < 1e-10);
    });
  }

  TEST_CASE("energy-momentum tensor: axes change places with the lattice's, Weinberg's operator its sign") {
    const Configuration u = hot_configuration(kGeometry, 9);
    const Geometry turned({6, 4, 2, 8});
    Configuration v(turned);
    for (std::size_t n = 0; n < kGeometry.volume(); ++n) {
      const Site s = kGeometry.site(n), r{s[1], s[0], s[2], s[3]};
      for (int mu = 0; mu < kDirections; ++mu) v.link(r, mu < 2 ? 1 - mu : mu) = u.link(n, mu);
    }
    using enum FieldProduct;
    double odd = 0;
    for (std::size_t n = 0; n < kGeometry.volume(); ++n)
      odd += reference::weinberg(u, kGeometry.site(n), 3, FieldStrength::clover) / double(kGeometry.volume());
    test::for_each_lattice(kGeometry, kPreferred, [&](const DeviceLattice& lattice) {
      const ProductsOfField a = averages(lattice, u);
      CHECK(weinberg(a, 3) == Approx(odd).epsilon(1e-4));
      const DeviceLattice other(lattice.device(), turned, lattice.options());
      const ProductsOfField b = averages(other, v);
      for (const auto& [p, q] :
           {std::pair{xx, yy}, {yy, xx}, {xy, xy}, {xz, yz}, {xt, yt}, {zt, zt}, {tt, tt}})
        CHECK(std::abs(at(a, p) - at(b, q)) < 1e-6);
      CHECK(std::abs(at(a, charge) + at(b, charge)) < 1e-7);
      for (const auto& [p, q] : {std::pair{0, 1}, {1, 0}, {2, 2}, {3, 3}})
        CHECK(std::abs(weinberg(a, p) + weinberg(b, q)) < 1e-5);
    });
  }

  TEST_CASE("colour-electric correlators: gauge invariant; of an abelian wave both forms are what F says") {
    const Configuration u = hot_configuration(kGeometry, 5), v = test::gauge_transformed(u, 6);
    const auto measured = [](const DeviceLattice& lattice, const Configuration& links) {
      GaugeField field(lattice);
      upload(links, field);
      GlobalSums sums(lattice);
      return line_correlators(lattice, field, FieldStrength::clover, sums);
    };
    // A_x = a sin(p t) lambda_3: F_xt = -a p cos(p t), no magnetic field, lines of 1.
    constexpr int kTime = 16;
    constexpr double kAmplitude = 1e-2, p = 2 * std::numbers::pi / kTime;
    const Geometry long_in_time({4, 2, 2, kTime});
    Configuration wave(long_in_time);
    for (std::size_t n = 0; n < long_in_time.volume(); ++n) {
      Matrix3& m = wave.link(n, 0);
      const double angle = kAmplitude * std::sin(p * long_in_time.site(n)[3]);
      m[0][0] = std::polar(1.0, angle);
      m[1][1] = std::polar(1.0, -angle);
    }
    test::for_each_lattice(kGeometry, kPreferred, [&](const DeviceLattice& lattice) {
      const LineCorrelators a = measured(lattice, u), b = measured(lattice, v);
      for (std::size_t k = 0; k < a.electric.size(); ++k) {
        CHECK(std::abs(a.electric[k] - b.electric[k]) < 1e-7);
        CHECK(std::abs(a.magnetic[k] - b.magnetic[k]) < 1e-7);
        CHECK(std::abs(a.corners[k] - b.corners[k]) < 1e-7);
      }
      const DeviceLattice other(lattice.device(), long_in_time, lattice.options());
      const LineCorrelators w = measured(other, wave);
      REQUIRE(w.electric.size() == std::size_t(kTime / 2));
      // For clovers the difference is over two steps, for corners over one.
      const double clover = kAmplitude * std::sin(p), corner = 2 * kAmplitude * std::sin(p / 2);
      for (int dt = 1; dt <= kTime / 2; ++dt) {
        const double wanted = -std::cos(p * dt) / 9;  // -1/9 of two colours and half of the square
        CHECK(w.electric[std::size_t(dt - 1)] ==
              Approx(clover * clover * wanted).epsilon(1e-3).scale(clover * clover));
        CHECK(w.corners[std::size_t(dt - 1)] ==
              Approx(corner * corner * wanted).epsilon(1e-3).scale(corner * corner));
        CHECK(std::abs(w.magnetic[std::size_t(dt - 1)]) < 1e-9);
      }
      CHECK(w.polyakov == Approx(1));
    });
  }

  TEST_CASE(
      "slices of the field strength: their mean is E, their sum is Q; correlators meet at half the extent") {
    const Configuration u = hot_configuration(kGeometry, 12);
    test::for_each_lattice(kGeometry, kPreferred, [&](const DeviceLattice& lattice) {
      GaugeField links(lattice);
      upload(u, links);
      GlobalSums sums(lattice);
      Measurement m(lattice, links, sums);
      const auto list =
          make_observables("charge:0.04,slices:0.04,tensor_correlator:0.04:p1,tensor_correlator:0.04");
      const auto whole = list[0]->measure(m), slices = list[1]->measure(m);
      double energy = 0, charge = 0;
      for (std::size_t t = 0; t < 8; ++t) {
        energy += slices[0].values.at(t) / 8;
        charge += slices[1].values.at(t);
      }
      CHECK(energy == Approx(whole[1].values.at(0)).epsilon(1e-5));
      CHECK(std::abs(charge - whole[0].values.at(0)) < 1e-4);
      const auto wave = list[2]->measure(m), still = list[3]->measure(m);
      REQUIRE(still[0].values.size() == 5);
      // At dt = 0 it is a sum of squares, and largest.
      for (const auto* correlators : {&wave, &still})
        for (std::size_t q = 0; q < 2; ++q)
          for (const double x : (*correlators)[q].values) {
            CHECK((*correlators)[q].values[0] > 0);
            CHECK(std::abs(x) <= (*correlators)[q].values[0]);
          }
      double bulk = 0;
      for (std::size_t t = 0; t < 8; ++t)
        bulk += slices[0].values[t] * slices[0].values[(t + 3) % 8] * 48 / 8;
      CHECK(still[1].values[3] == Approx(bulk).epsilon(1e-5));
    });
  }
}

}  // namespace glueball::test::property_field_products
