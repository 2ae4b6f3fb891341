// These tests compare the device's conversions between precisions with the host's.
#include <doctest/doctest.h>

#include <cmath>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "kernels/linalg.hpp"
#include "linalg/copy.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_convert {
namespace {

using gpu::HalfFormat, gpu::Precision;

struct Kind {
  Precision precision;
  HalfFormat format = HalfFormat::fixed;

  LatticeOptions on(const gpu::Device& device, const Geometry& g) const {
    LatticeOptions options = preferred_options(device, precision, g, format);
    if (options.storage == gpu::Storage::image) options.storage = gpu::Storage::buffer;
    return options;
  }
};
constexpr Kind kKinds[] = {
    {Precision::half}, {Precision::half, HalfFormat::floating}, {Precision::single}, {Precision::double_}};

/// Returns the largest of a spinor's real and imaginary parts.
double largest(const Spinor& s) {
  double most = 0;
  for (const auto& colour : s.s)
    for (const Complex& z : colour) most = std::max({most, std::abs(z.real()), std::abs(z.imag())});
  return most;
}

/// Returns the sum of all numbers, which is NaN if one of them is.
double total(const Spinor& s) {
  double sum = 0;
  for (const auto& colour : s.s)
    for (const Complex& z : colour) sum += std::abs(z);
  return sum;
}

TEST_SUITE("kernel") {
  TEST_CASE("convert: spinors, staggered fields and links between all precisions") {
    const Geometry g({4, 6, 2, 8});
    const Configuration u = hot_configuration(g, 81);
    const auto psi = cpu::gaussian_spinor(g, Parity::even, 82, 0);
    const ParityColourField eta = random_colour_field(g, 84);
    for_each_device([&](gpu::Device& device) {
      for (const Kind& from : kKinds)
        for (const Kind& to : kKinds) {
          if (!device.info().limits.float64 &&
              (from.precision == Precision::double_ || to.precision == Precision::double_))
            continue;
          const DeviceLattice a(device, g, from.on(device, g)), b(device, g, to.on(device, g));
          CAPTURE(describe(a));
          CAPTURE(describe(b));
          const double allowed = std::max(tolerance(a).field, tolerance(b).field);
          const SpinorField in = on_device(a, psi);
          SpinorField out(b);
          copy(in, out);
          CHECK(relative_error(on_host(out), psi) < allowed);

          ColourField colour(a), other(b);
          upload(eta, colour);
          copy(colour, other);
          ParityColourField got;
          download(other, got);
          CHECK(relative_error(got, eta) < allowed);

          GaugeField links = on_device(a, u), other_links(b);
          copy(links, other_links);
          CHECK(relative_error(download(other_links), u) < allowed);
        }
    });
  }

  TEST_CASE(
      "convert: half precision rounds each number to the nearest, at whatever size a site's numbers are") {
    const Geometry g({4, 6, 2, 8});
    ParitySpinorField psi = cpu::gaussian_spinor(g, Parity::even, 85, 0);
    // The sites have magnitudes from 1e-30 to 1e30, and one site is zero.
    for (std::size_t n = 0; n < psi.size(); ++n)
      for (auto& colour : psi[n].s)
        for (Complex& z : colour) z *= n == 7 ? 0.0 : std::pow(10.0, double(n % 61) - 30);
    for_each_device([&](gpu::Device& device) {
      const DeviceLattice single(device, g, Kind{Precision::single}.on(device, g));
      for (const HalfFormat format : {HalfFormat::fixed, HalfFormat::floating}) {
        const Kind kind{Precision::half, format};
        const DeviceLattice half(device, g, kind.on(device, g));
        CAPTURE(describe(half));
        const SpinorField in = on_device(single, psi), by_host = on_device(half, psi);
        SpinorField stored(half), back(single);
        copy(in, stored);
        copy(stored, back);
        const ParitySpinorField got = on_host(back), host = on_host(by_host), exact = on_host(in);
        // The error is half a step plus the rounding of the arithmetic. A step is the site's largest by
        // 32767, or a float's eleven bits.
        const bool floating = format == HalfFormat::floating;
        double worst = 0, worst_host = 0;
        for (std::size_t n = 0; n < psi.size(); ++n) {
          // The device's basis mixes two spins, so the numbers of a site are compared with its largest.
          const double unit = std::max(largest(exact[n]), 1e-40);
          for (int s = 0; s < 4; ++s)
            for (int c = 0; c < 3; ++c) {
              worst = std::max(worst, std::abs(got[n][s][c] - exact[n][s][c]) / unit);
              worst_host = std::max(worst_host, std::abs(host[n][s][c] - exact[n][s][c]) / unit);
            }
        }
        const double step = floating ? 0x1p-11 : 0.5 / 32767;
        CHECK(worst < 2 * step);  // four numbers, each in one half of a step, by the square root of two
        CHECK(worst > 0.5 * step);
        CHECK(worst_host < 2 * step);
        // Stored values do not change again: floats' scales are powers of two and multiply without rounding.
        SpinorField again(half);
        copy(back, again);
        if (floating) CHECK(relative_error(on_host(again), on_host(stored)) == 0);
      }
    });
  }

  TEST_CASE(
      "convert: a NaN of a site stays one in half precision, wherever in the site it is, and none comes to "
      "others") {
    const Geometry g({4, 4, 2, 4});
    for_each_device([&](gpu::Device& device) {
      const bool doubles = device.info().limits.float64;
      for (const Kind& from : {Kind{Precision::single}, Kind{Precision::double_}})
        for (const HalfFormat format : {HalfFormat::fixed, HalfFormat::floating}) {
          if (from.precision == Precision::double_ && !doubles) continue;
          const Kind kind{Precision::half, format};
          const DeviceLattice whole(device, g, from.on(device, g)), half(device, g, kind.on(device, g));
          CAPTURE(describe(whole));
          CAPTURE(describe(half));
          ParitySpinorField psi = cpu::gaussian_spinor(g, Parity::even, 88, 0);
          ParityColourField eta = random_colour_field(g, 89);
          // One number per site is not zero: a different one on each of the first 24, or of the first 6.
          for (std::size_t n = 0; n < 24; ++n) {
            Complex& z = psi[n][int(n / 6)][int(n / 2 % 3)];
            z = n % 2 == 0 ? Complex(NAN, z.imag()) : Complex(z.real(), NAN);
          }
          for (std::size_t n = 0; n < 6; ++n) {
            Complex& z = eta[n].c[n / 2];
            z = n % 2 == 0 ? Complex(NAN, z.imag()) : Complex(z.real(), NAN);
          }
          const SpinorField in = on_device(whole, psi);
          SpinorField stored(half), scaled(half), back(whole);
          copy(in, stored);
          const ParitySpinorField read = on_host(stored);
          copy(stored, back);
          const ParitySpinorField got = on_host(back);
          kernels::Axpby::run(half, {.a = 0.5, .b = 0}, stored, stored, scaled);
          const ParitySpinorField axpby = on_host(scaled);
          for (std::size_t n = 0; n < psi.size(); ++n) {
            CAPTURE(n);
            for (const ParitySpinorField* field : {&read, &got, &axpby}) {
              CAPTURE(field == &read ? "read" : field == &got ? "back" : "axpby");
              CHECK(std::isnan(total((*field)[n])) == (n < 24));
            }
          }
          ColourField colour(whole), other(half), again(whole);
          upload(eta, colour);
          copy(colour, other);
          copy(other, again);
          ParityColourField colours;
          download(again, colours);
          for (std::size_t n = 0; n < eta.size(); ++n) {
            CAPTURE(n);
            const auto& c = colours[n].c;
            CHECK(std::isnan(std::abs(c[0] + c[1] + c[2])) == (n < 6));
          }
          if (format == HalfFormat::fixed) continue;  // links have no scale that could be NaN
          Configuration u = hot_configuration(g, 91);
          u.link(std::size_t(5), 2)[1][0] = Complex(0.5, NAN);
          const GaugeField links = on_device(whole, u);
          GaugeField short_links(half);
          copy(links, short_links);
          const Configuration v = download(short_links);
          CHECK(std::isnan(std::abs(v.link(std::size_t(5), 2)[1][0])));
          CHECK(std::isfinite(std::abs(v.link(std::size_t(6), 2)[1][0])));
        }
    });
  }

  TEST_CASE("convert: links in eight reals are not the same in half precision's two formats") {
    const Geometry g({4, 2, 2, 4});
    gpu::Device& device = *devices().front();
    LatticeOptions options = Kind{Precision::half}.on(device, g);
    options.reconstruct = 8;
    const DeviceLattice fixed(device, g, options);
    options.half_format = HalfFormat::floating;
    const DeviceLattice floating(device, g, options);
    const GaugeField from = on_device(fixed, hot_configuration(g, 86));
    GaugeField to(floating), alike(fixed);
    CHECK_THROWS_AS(copy(from, to), Error);
    CHECK_NOTHROW(copy(from, alike));
  }
}

}  // namespace

}  // namespace glueball::test::kernel_convert
