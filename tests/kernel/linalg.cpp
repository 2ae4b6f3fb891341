// These tests compare linear combinations and global sums with their references.
#include "kernels/linalg.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "field/transfer.hpp"
#include "kernels/several_fields.hpp"
#include "linalg/vector_dots.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_linalg {
namespace {

constexpr std::uint32_t kPlanes = SpinorField::kPlanes;

/// a x + b y
ParitySpinorField combination(double a, const ParitySpinorField& x, double b, const ParitySpinorField& y) {
  ParitySpinorField z(x.size());
  for (std::size_t n = 0; n < z.size(); ++n)
    for (int spin = 0; spin < 4; ++spin)
      for (int c = 0; c < 3; ++c) z[n][spin][c] = a * x[n][spin][c] + b * y[n][spin][c];
  return z;
}

TEST_SUITE("kernel") {
  TEST_CASE("linalg: axpby, axpy, scale and copy") {
    for (const Geometry& g : {Geometry({4, 6, 8, 10}), Geometry({2, 4, 2, 6})}) {
      const auto x = cpu::gaussian_spinor(g, Parity::even, 41, 1),
                 y = cpu::gaussian_spinor(g, Parity::odd, 41, 2);
      const int turn = g.extent(0) == 4 ? -1 : 0;
      for_each_lattice(
          g, {.in_double = true, .in_half = true, .turn = turn}, [&](const DeviceLattice& lattice) {
            const SpinorField dx = on_device(lattice, x);
            SpinorField dy = on_device(lattice, y), dz(lattice);
            kernels::Axpby::run(lattice, {.a = 1.25f, .b = -0.75f}, dx, dy, dz);
            CHECK(relative_error(on_host(dz), combination(1.25, x, -0.75, y)) < tolerance(lattice).field);
            kernels::Axpy::run(lattice, {.a = -2.5f, .b = 0}, dx, dy);
            CHECK(relative_error(on_host(dy), combination(-2.5, x, 1, y)) < tolerance(lattice).field);
            kernels::Copy::run(lattice, {}, dx, dz);
            CHECK(relative_error(on_host(dz), x) < tolerance(lattice).field);
            kernels::Scale::run(lattice, {.a = 0.3f, .b = 0}, dz);
            CHECK(relative_error(on_host(dz), combination(double(0.3f), x, 0, x)) < tolerance(lattice).field);
            // A field that is only read stays as it is, also in the plane that is not asked for.
            CHECK(relative_error(on_host(dx), x) < tolerance(lattice).field);
            kernels::Scale::run(lattice, {.reals = 12, .a = 0, .b = 0}, dz);
            kernels::Axpy::run(lattice, {.reals = 12, .a = 0.3f, .b = 0}, dx, dz);
            CHECK(relative_error(on_host(dz), combination(double(0.3f), x, 0, x)) < tolerance(lattice).field);
          });
    }
  }

  TEST_CASE("linalg: norms and scalar products") {
    for (const Geometry& g : {Geometry({4, 6, 8, 10}), Geometry({2, 4, 2, 6})}) {
      const auto x = cpu::gaussian_spinor(g, Parity::even, 42, 1);
      const auto noise = cpu::gaussian_spinor(g, Parity::odd, 42, 2);
      ParitySpinorField y = combination(0.5, x, 0.1, noise);
      for (auto& s : y)
        for (auto& colour : s.s)
          for (auto& z : colour) z *= Complex(0.6, 0.8);  // a product with both parts large
      const double norm2 = cpu::norm2(x), scale = std::sqrt(norm2 * cpu::norm2(y));
      const Complex dot = cpu::dot(x, y);
      REQUIRE(std::abs(dot.imag()) > 0.5 * scale);
      for_each_lattice(
          g, {.accumulator = true, .in_double = true, .in_half = true, .turn = g.extent(0) == 4 ? -1 : 0},
          [&](const DeviceLattice& lattice) {
            const SpinorField dx = on_device(lattice, x), dy = on_device(lattice, y);
            GlobalSums sums(lattice);
            CHECK(std::abs(sums.norm2(dx) / norm2 - 1) < tolerance(lattice).average);
            CHECK(std::abs(sums.dot(dx, dy) - dot) < tolerance(lattice).average * scale);
            CHECK(std::abs(sums.dot(dy, dx) - std::conj(dot)) < tolerance(lattice).average * scale);
          });
    }
  }

  TEST_CASE("linalg: products of one vector with more than are read back at once") {
    const Geometry g({4, 4, 2, 6});
    constexpr std::size_t kVectors = 35;
    std::vector<std::array<ParitySpinorField, 2>> x;
    for (std::size_t n = 0; n < kVectors; ++n)
      x.push_back(
          {cpu::gaussian_spinor(g, Parity::even, 45, n), cpu::gaussian_spinor(g, Parity::odd, 45, n)});
    for_each_lattice(g, {.storage = false, .accumulator = true, .in_double = true},
                     [&](const DeviceLattice& lattice) {
                       std::vector<std::vector<SpinorField>> vectors;
                       for (const auto& v : x)
                         vectors.push_back({on_device(lattice, v[0]), on_device(lattice, v[1])});
                       VectorDots dots(lattice);
                       const std::span<const std::vector<SpinorField>> all(vectors);
                       const auto& y = vectors[3];
                       const auto found = dots(all, y);
                       REQUIRE(found.size() == kVectors);
                       const double scale = cpu::norm2(x[3][0]) + cpu::norm2(x[3][1]);
                       for (std::size_t n = 0; n < kVectors; ++n) {
                         const Complex want = cpu::dot(x[n][0], x[3][0]) + cpu::dot(x[n][1], x[3][1]);
                         CHECK(std::abs(found[n] - want) < tolerance(lattice).average * scale);
                         CHECK(found[n] == dots(vectors[n], y));
                       }
                       CHECK(dots(all.first(0), y).empty());
                     });
  }

  TEST_CASE("linalg: colour vectors, of six reals a site without a gap, in half precision 16 bytes") {
    for (const Geometry& g : {Geometry({4, 6, 8, 10}), Geometry({2, 4, 2, 6})}) {
      const ParityColourField x = random_colour_field(g, 43), y = random_colour_field(g, 44);
      ParityColourField sum = x, more = y, turned = x;
      cpu::axpby(1.25, y, -0.75, sum);
      cpu::axpy(-2.5, x, more);
      for (ColourVector& v : turned)
        for (Complex& z : v.c) z *= Complex(0.6, 0.8);
      for_each_lattice(
          g, {.accumulator = true, .in_double = true, .in_half = true, .turn = g.extent(0) == 4 ? -1 : 0},
          [&](const DeviceLattice& lattice) {
            CAPTURE(describe(lattice));
            const Tolerance allowed = tolerance(lattice);
            ColourField dx(lattice), dy(lattice), dz(lattice);
            if (lattice.options().storage != gpu::Storage::image)
              CHECK(dx.memory().bytes() ==
                    g.half_volume() * (lattice.in_half() ? 16 : 6 * lattice.format().texel_bytes() / 4));
            const auto error = [&](const ColourField& device, const ParityColourField& want) {
              ParityColourField got;
              download(device, got);
              return relative_error(got, want);
            };
            upload(x, dx);
            upload(y, dy);
            CHECK(error(dx, x) < allowed.field);
            const Launch all(lattice, kernels::vector_flags(dx));
            kernels::Axpby::run(all, {.a = -0.75, .b = 1.25}, dx, dy, dz);
            CHECK(error(dz, sum) < allowed.field);
            kernels::Axpy::run(all, {.a = -2.5, .b = 0}, dx, dy);
            CHECK(error(dy, more) < allowed.field);
            kernels::Copy::run(all, {}, dx, dz);
            kernels::Scale::run(all, {.a = 2, .b = 0}, dz);
            kernels::Axpy::run(all, {.a = -1, .b = 0}, dx, dz);
            CHECK(error(dz, x) < allowed.field);
            // The result is (0.6 + 0.8 i) x, from nothing.
            kernels::Scale::run(all, {.a = 0, .b = 0}, dz);
            Factors factors(lattice, 4);
            factors.put(std::vector<Complex>{{0.6, 0.8}, {0, 0.5}, 0, {0, -0.5}});
            kernels::AddFour::run(all, {}, dx, dx, dx, dx, dz, factors);
            CHECK(error(dz, turned) < allowed.field);
            GlobalSums sums(lattice);
            const double norm2 = cpu::norm2(x);
            upload(turned, dy);
            CHECK(std::abs(sums.norm2(dx) / norm2 - 1) < allowed.average);
            CHECK(std::abs(sums.dot(dx, dy) - norm2 * Complex(0.6, 0.8)) < allowed.average * norm2);
          });
    }
  }

  TEST_CASE("linalg: sums over many fields' worth of numbers keep their digits") {
    // 2 million numbers whose squares are exact floats and their sum is not: 9 a site, and once 2^-12.
    const Geometry g({32, 16, 16, 24});
    ParitySpinorField x(g.half_volume());
    for (Spinor& s : x) s[0][1] = s[2][1] = 3 / std::sqrt(2.0);  // a 3 in one component of the device's basis
    x[5][0][2] = x[5][2][2] = 1 / (64 * std::sqrt(2.0));
    const double want = 9.0 * double(g.half_volume()) + 1.0 / 4096;
    REQUIRE(double(float(want)) != want);
    for_each_lattice(g, {.storage = false, .accumulator = true}, [&](const DeviceLattice& lattice) {
      GlobalSums sums(lattice);
      CHECK(sums.norm2(on_device(lattice, x)) == want);
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_linalg
