// These tests check Taylor coefficients in the chemical potential: traces over all unit vectors against
// derivatives of the determinant, estimates by noise against traces.
#include "measure/taylor.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "base/error.hpp"
#include "fermion/registry.hpp"
#include "quark/source.hpp"
#include "support/colour_quarks.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::property_taylor {
namespace {

using Full = FullQuarkField<ParityColourField>;

const Geometry kTaylorGeometry({2, 2, 2, 4});

Boundary twisted() {
  Boundary b = {1, -1, 1, -1};
  b.twist = {0.4, 0, 0, 0.3};
  return b;
}

std::vector<Full> unit_vectors(const Geometry& g) {
  std::vector<Full> all;
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int colour = 0; colour < 3; ++colour)
      all.push_back(make_source<ParityColourField>({.site = g.site(n)}, g, colour, 3));
  return all;
}

/// log det M = log det (m^2 - D_eo D_oe), by Cholesky's decomposition.
double log_det(const cpu::StaggeredOperator& m) {
  const std::size_t size = 3 * m.geometry().half_volume();
  std::vector<std::vector<Complex>> a(size, std::vector<Complex>(size));
  for (std::size_t k = 0; k < size; ++k) {
    ParityColourField e(size / 3), column(size / 3);
    e[k / 3].c[k % 3] = 1;
    m.even_odd(e, column);
    for (std::size_t i = 0; i < size; ++i) a[i][k] = column[i / 3].c[i % 3];
  }
  double sum = 0;
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t j = 0; j < k; ++j) a[k][k] -= std::norm(a[k][j]);
    REQUIRE(a[k][k].real() > 0);
    a[k][k] = std::sqrt(a[k][k].real());
    for (std::size_t i = k + 1; i < size; ++i) {
      for (std::size_t j = 0; j < k; ++j) a[i][k] -= a[i][j] * std::conj(a[k][j]);
      a[i][k] /= a[k][k];
    }
    sum += 2 * std::log(a[k][k].real());
  }
  return sum;
}

/// d^n log det M / dmu^n at mu = 0, n = 1 to 4: that function of imaginary mu is periodic and smooth, and its
/// Fourier series knows all derivatives.
std::array<Complex, 4> derivatives_of_log_det(const OperatorKind<ColourField>& kind, const Configuration& u,
                                              QuarkParameters quark) {
  constexpr int kPoints = 96;
  std::array<double, kPoints> f{};
  const Boundary own = quark.boundary;
  for (int n = 0; n < kPoints; ++n) {
    quark.boundary = own;
    quark.boundary.imaginary_mu = 2 * std::numbers::pi * n / kPoints;
    quark.boundary = quark.boundary.wrapped(u.geometry());
    f[std::size_t(n)] = log_det(*kind.pair(u, quark).host);
  }
  std::array<Complex, 4> d{};
  for (int k = -kPoints / 2 + 1; k < kPoints / 2; ++k) {
    Complex amplitude;
    for (int n = 0; n < kPoints; ++n)
      amplitude += f[std::size_t(n)] * half_turns(-2.0 * k * n / kPoints) / double(kPoints);
    for (int n = 1; n <= 4; ++n) d[std::size_t(n - 1)] += std::pow(double(k), n) * amplitude;
  }
  return d;  // of exp(k mu)
}

TEST_SUITE("property") {
  TEST_CASE("taylor: a derivative of the hop is that of the reference in an imaginary chemical potential") {
    const Geometry g({4, 2, 6, 8});
    const Configuration u = hot_configuration(g, 921);
    const ParityColourField chi = random_colour_field(g, 922);
    int turn = 0;
    for (const auto& kind : operator_kinds<ColourField>()) {
      CAPTURE(kind.name);
      QuarkParameters quark = kind.example;
      quark.boundary = twisted();
      const ParityColourField zero(chi.size());
      std::array<std::array<ParityColourField, 5>, 2> wanted;  // [target][k]
      for (auto& of_target : wanted) of_target.fill(zero);
      // D(mu) = sum over |n| <= 3 of exp(n mu) T_n: eight imaginary mu tell all of them apart.
      for (int j = 0; j < 8; ++j) {
        QuarkParameters turned = quark;
        turned.boundary.imaginary_mu = 2 * std::numbers::pi * j / 8;
        const auto exact = kind.pair(u, turned).host;
        for (std::size_t target = 0; target < 2; ++target) {
          ParityColourField image(chi.size());
          exact->hop(Parity(target), chi, image);
          for (int k = 1; k <= 4; ++k) {
            Complex weight;
            for (int n = -3; n <= 3; ++n)
              weight += std::pow(double(n), k) * half_turns(-2.0 * n * j / 8) / 8.0;
            for (std::size_t i = 0; i < chi.size(); ++i)
              for (std::size_t c = 0; c < 3; ++c)
                wanted[target][std::size_t(k)][i].c[c] += weight * image[i].c[c];
          }
        }
      }
      const bool first = &kind == &operator_kinds<ColourField>().front();
      const Sweep sweep{
          .storage = false, .in_double = true, .threads_per_site = first, .turn = first ? -1 : turn++};
      for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
        const GaugeField links = on_device(lattice, u);
        const auto op = kind.pair(u, quark).on_device(lattice, links);
        ColourField in(lattice), out(lattice);
        upload(chi, in);
        for (const Parity target : {Parity::even, Parity::odd})
          for (int k = 1; k <= 4; ++k) {
            CAPTURE(k);
            op->hop_derivative(k, target, in, out);
            // The reference's own rounding: its eight terms cancel to a fraction.
            CHECK(error_of(out, wanted[std::size_t(target)][std::size_t(k)]) <
                  std::max(tolerance(lattice).field, 1e-13));
          }
      });
    }
  }

  TEST_CASE("taylor: over all unit vectors the traces give the derivatives of log det M") {
    const Configuration u = weak_configuration(kTaylorGeometry, 0.5, 923);
    int turn = 0;
    for (const auto& kind : operator_kinds<ColourField>()) {
      CAPTURE(kind.name);
      QuarkParameters quark = kind.example;
      quark.mass = 0.6;
      quark.boundary = twisted();
      const auto wanted = derivatives_of_log_det(kind, u, quark);
      for_each_device(turn++, [&](gpu::Device& device) {
        if (!device.info().limits.float64) return;
        LatticeOptions options = preferred_options(device, gpu::Precision::double_, kTaylorGeometry);
        const DeviceLattice lattice(device, kTaylorGeometry, options);
        const GaugeField links = on_device(lattice, u);
        const auto op = kind.pair(u, quark).on_device(lattice, links);
        const auto solver =
            make_staggered_solver(device, u, quark, {.tolerance = 1e-10, .block = kMostRightHandSides});
        const auto found = taylor_traces(*solver, *op, unit_vectors(kTaylorGeometry)).derivatives();
        for (std::size_t n = 0; n < 4; ++n) {
          CAPTURE(n);
          CAPTURE(wanted[n].real());
          CAPTURE(wanted[n].imag());
          CHECK(std::abs(found[n] - wanted[n]) < 1e-7 * std::abs(wanted[3]));
          CHECK(std::abs(wanted[n]) > 1e-4);
        }
      });
    }
  }

  TEST_CASE("taylor: estimates by noise, with blocks or deflated, are around the derivatives") {
    const Configuration u = weak_configuration(kTaylorGeometry, 0.5, 923);
    gpu::Device& device = *devices().front();
    const CondensateOptions o = parse_condensate("hisq:0.6/0.9:8:-0.1:4"), alone = [&] {
      CondensateOptions one = o;
      one.block = 1;
      one.deflate = 6;
      return one;
    }();
    const auto& kind = operator_kind<ColourField>(o.action);
    const auto exact = derivatives_of_log_det(
        kind, u, {.action = o.action, .mass = 0.6, .epsilon = o.epsilon, .boundary = twisted()});
    const double volume = 3.0 * double(kTaylorGeometry.volume());
    constexpr int kSeeds = 12;
    std::array<double, 4> sum{}, squares{};
    for (int seed = 0; seed < kSeeds; ++seed) {
      const auto found = taylor_derivatives(device, u, o, twisted(), std::uint64_t(seed));
      REQUIRE(found.size() == 2);
      for (std::size_t n = 0; n < 4; ++n) {
        sum[n] += found[0][n] / kSeeds;
        squares[n] += found[0][n] * found[0][n] / kSeeds;
      }
      if (seed > 0) continue;
      const auto again = taylor_derivatives(device, u, alone, twisted(), 0);
      for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t n = 0; n < 4; ++n) CHECK(std::abs(again[k][n] - found[k][n]) < 1e-6);
    }
    CHECK_THROWS_WITH_AS(parse_condensate("hisq:0", "taylor"), doctest::Contains("taylor: the mass 0"),
                         Error);
    for (std::size_t n = 0; n < 4; ++n) {
      CAPTURE(n);
      const double wanted = (n % 2 == 0 ? exact[n].imag() : exact[n].real()) / volume;
      const double error = std::sqrt((squares[n] - sum[n] * sum[n]) / (kSeeds - 1));
      MESSAGE("derivative ", n + 1, ": ", wanted, ", by noise ", sum[n], " +- ", error);
      CHECK(std::abs(sum[n] - wanted) < 5 * error);
    }
  }
}

}  // namespace

}  // namespace glueball::test::property_taylor
