// These tests compare field strengths of all planes and their products with the reference, site by site, on
// random links of an asymmetric lattice.
#include "measure/field_products.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "cpu/field_strength.hpp"
#include "field/texels.hpp"
#include "field/transfer.hpp"
#include "measure/line_correlators.hpp"
#include "reference/densities.hpp"
#include "reference/wilson_loops.hpp"
#include "support/devices.hpp"

namespace glueball::test::kernel_field_products {
namespace {

const Geometry kGeometry({4, 6, 2, 8});

/// Returns the sixteen numbers of a site of one parity from the device.
ProductsOfField products_at(const ParityFieldProducts& products, Parity this_parity, const Site& s) {
  const Geometry& g = products.lattice().geometry();
  ProductsOfField all{};
  in_precision(products.format(), [&](auto real) {
    const auto texels = fetch<decltype(real)>(products);
    std::size_t place = 0;
    while (g.half_site(this_parity, place) != s) ++place;
    for (std::size_t k = 0; k < kFieldProducts; ++k)
      all[k] = texels[k / 4 * products.lattice().plane_sites() + products.lattice().place(place)][k % 4];
  });
  return all;
}

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("products of the field strength equal the reference's at sites of both parities") {
    const Configuration u = hot_configuration(kGeometry, 2718);
    for (const auto kind : {FieldStrength::clover, FieldStrength::rectangles4}) {
      test::for_each_lattice(
          kGeometry, {.storage = kind == FieldStrength::clover, .in_double = kind == FieldStrength::clover},
          [&](const DeviceLattice& lattice) {
            const double allowed = lattice.precision() == gpu::Precision::double_ ? 1e-13 : 1e-5;
            GaugeField links(lattice);
            upload(u, links);
            FieldStrengths f(lattice);
            ParityFieldProducts products(lattice);
            for (const Parity this_parity : kParities) {
              kernels::StrengthsOfPlanes::run_all(lattice, this_parity, kind, links, f[this_parity]);
              kernels::FieldProducts::run(lattice, {}, f[this_parity], products);
              for (const std::size_t n : {std::size_t(0), std::size_t(101)}) {
                const Site s = kGeometry.half_site(this_parity, n);
                const ProductsOfField found = products_at(products, this_parity, s);
                std::size_t k = 4;
                for (int mu = 0; mu < kDirections; ++mu) {
                  CHECK(std::abs(found[std::size_t(mu)] - reference::energy_momentum(u, s, mu, mu, kind)) <
                        allowed);
                  CHECK(std::abs(weinberg(found, mu) - reference::weinberg(u, s, mu, kind)) < 10 * allowed);
                  for (int nu = mu + 1; nu < kDirections; ++nu)
                    CHECK(std::abs(found[k++] - reference::energy_momentum(u, s, mu, nu, kind)) < allowed);
                }
                CHECK(std::abs(found[std::size_t(FieldProduct::charge)] - cpu::charge_density(u, s, kind)) <
                      allowed);
              }
            }
          });
    }
  }

  TEST_CASE("correlators on lines in time equal the reference's at every separation") {
    const Configuration u = hot_configuration(kGeometry, 99);
    const int half = kGeometry.extent(3) / 2;
    std::vector<std::array<double, 3>> wanted(std::size_t(half), {0, 0, 0});
    for (int dt = 1; dt <= half; ++dt)
      for (std::size_t n = 0; n < kGeometry.volume(); ++n)
        for (int i = 0; i < 3; ++i) {
          const Site s = kGeometry.site(n);
          auto& [electric, magnetic, corners] = wanted[std::size_t(dt - 1)];
          electric += reference::strengths_on_line(u, s, i, 3, dt, FieldStrength::clover);
          magnetic += reference::strengths_on_line(u, s, (i + 1) % 3, (i + 2) % 3, dt, FieldStrength::clover);
          for (const bool forward : {false, true})
            corners += reference::corners_on_line(u, s, i, forward, dt);
        }
    const double sites = double(kGeometry.volume());
    test::for_each_lattice(
        kGeometry, {.accumulator = true, .in_double = true}, [&](const DeviceLattice& lattice) {
          const double allowed = lattice.precision() == gpu::Precision::double_ ? 1e-13 : 1e-7;
          GaugeField links(lattice);
          upload(u, links);
          GlobalSums sums(lattice);
          const LineCorrelators found = line_correlators(lattice, links, FieldStrength::clover, sums);
          REQUIRE(found.electric.size() == std::size_t(half));
          for (std::size_t k = 0; k < wanted.size(); ++k) {
            CHECK(std::abs(found.electric[k] + wanted[k][0] / (9 * sites)) < allowed);
            CHECK(std::abs(found.magnetic[k] - wanted[k][1] / (9 * sites)) < allowed);
            CHECK(std::abs(found.corners[k] + wanted[k][2] / (18 * sites)) < allowed);
          }
          CHECK(std::abs(found.polyakov - reference::polyakov(u, 3).real()) < allowed);
        });
  }

  TEST_CASE("rows of products are sums over x and y, slices their means, and momenta their waves") {
    const Configuration u = hot_configuration(kGeometry, 31);
    test::for_each_lattice(
        kGeometry, {.storage = false, .accumulator = true}, [&](const DeviceLattice& lattice) {
          GaugeField links(lattice);
          upload(u, links);
          GlobalSums sums(lattice);
          const RowProducts rows = field_products(lattice, links, FieldStrength::clover, sums);
          Complex wave = 0;
          double slice = 0;
          for (int z = 0; z < kGeometry.extent(2); ++z) {
            double row = 0;
            for (int y = 0; y < kGeometry.extent(1); ++y)
              for (int x = 0; x < kGeometry.extent(0); ++x)
                row += reference::energy_momentum(u, Site{x, y, z, 5}, 0, 3, FieldStrength::clover);
            CHECK(std::abs(rows.row(z, 5)[std::size_t(FieldProduct::xt)] - row) < 2e-5);
            slice += row;
            wave += std::polar(row, std::numbers::pi * z);  // one wave on two sites
          }
          const double sites = 4 * 6 * 2;
          CHECK(std::abs(rows.slice(5)[std::size_t(FieldProduct::xt)] - slice / sites) < 1e-6);
          CHECK(std::abs(rows.slice_at(1, 5)[std::size_t(FieldProduct::xt)] - wave / sites) < 1e-6);
        });
  }
}

}  // namespace glueball::test::kernel_field_products
