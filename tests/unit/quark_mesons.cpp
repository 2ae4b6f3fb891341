// These tests compare meson contractions of host/quark with their reference and with sums written out.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "base/error.hpp"
#include "cpu/mesons.hpp"
#include "cpu/staggered.hpp"
#include "quark/condensate.hpp"
#include "quark/mesons.hpp"
#include "unit/reference_operators.hpp"

namespace glueball::test::unit_quark_mesons {
namespace {

const Geometry kGeometry({4, 2, 6, 4});

cpu::Propagator noise_propagator() {
  cpu::Propagator s;
  for (std::uint32_t column = 0; column < 12; ++column) s[column] = test::full_noise(kGeometry, 100 + column);
  return s;
}

FullQuarkField<ParityColourField> colour_noise(std::uint32_t seed) {
  const auto spinors = test::full_noise(kGeometry, seed);
  auto chi = zero_field<ParityColourField>(kGeometry);
  for (std::size_t parity = 0; parity < 2; ++parity)
    for (std::size_t n = 0; n < chi[parity].size(); ++n) chi[parity][n].c = spinors[parity][n][1];
  return chi;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE(
      "meson contractions by colour are the reference's, in any direction, from any source, with any "
      "momentum") {
    const auto s = noise_propagator();
    for (const int direction : {3, 0, 2}) {
      MesonPlan plan{.origin = {1, 0, 4, 3}, .direction = direction, .momenta = {Site{}, Site{1, 1, -2, 3}}};
      plan.momenta[1][std::size_t(direction)] = 0;
      MesonContraction contraction(kGeometry, plan);
      for (std::size_t colour = 0; colour < 3; ++colour)
        contraction.add({s[colour], s[3 + colour], s[6 + colour], s[9 + colour]}, 0.25);
      for (std::size_t m = 0; m < 2; ++m) {
        const auto reference = cpu::meson_correlators(
            kGeometry, s, {.source = plan.origin, .direction = direction, .momentum = plan.momenta[m]});
        for (int n = 0; n < 16; ++n) {
          const auto& c = contraction.correlator(m, n);
          REQUIRE(c.size() == reference[std::size_t(n)].size());
          for (std::size_t d = 0; d < c.size(); ++d)
            CHECK(std::abs(4.0 * c[d] - reference[std::size_t(n)][d].real()) <
                  1e-12 * std::abs(reference[15][d]) + 1e-11);
        }
      }
    }
  }

  TEST_CASE(
      "no direction is special: on a lattice whose directions are alike correlators along each are alike") {
    // Links are cold, extents equal and all boundaries antiperiodic; columns come from the CPU's conjugate
    // gradient.
    const Geometry g({4, 4, 4, 4});
    const cpu::WilsonOperator<double> m(Configuration(g), 0.11, {-1, -1, -1, -1});
    cpu::Propagator s;
    for (std::size_t column = 0; column < 12; ++column) {
      cpu::FullField<double> b = {ParitySpinorField(g.half_volume()), ParitySpinorField(g.half_volume())};
      b[0][0][int(column / 3)][column % 3] = 1;
      REQUIRE(reference::solve(m, b, s[column], 1e-12).residual < 1e-11);
    }
    std::array<std::array<std::vector<double>, 16>, 4> c;
    for (int direction = 0; direction < 4; ++direction) {
      MesonContraction contraction(g, {.direction = direction});
      for (std::size_t colour = 0; colour < 3; ++colour)
        contraction.add({s[colour], s[3 + colour], s[6 + colour], s[9 + colour]});
      for (int n = 0; n < 16; ++n) c[std::size_t(direction)][std::size_t(n)] = contraction.correlator(0, n);
    }
    for (std::size_t direction = 0; direction < 4; ++direction)
      for (unsigned n = 0; n < 16; ++n) {
        // The product is the same with the direction's matrix and that of time exchanged, up to the order of
        // factors.
        const unsigned bit = 1u << direction, time = 8;
        unsigned image = n & ~(bit | time);
        if ((n & bit) != 0) image |= time;
        if ((n & time) != 0) image |= bit;
        CAPTURE(meson_names()[n]);
        CAPTURE(direction);
        for (std::size_t d = 0; d < 4; ++d)
          CHECK(c[direction][n][d] == doctest::Approx(c[3][image][d]).epsilon(1e-9));
      }
    CHECK(std::abs(c[3][1][1]) > 1e-3);
    for (std::size_t d = 0; d < 4; ++d) CHECK(c[0][8][d] == doctest::Approx(c[0][2][d]).epsilon(1e-9));
  }

  TEST_CASE("the names of the channels are those of their gammas") {
    const auto& names = meson_names();
    for (int mu = 0; mu < 4; ++mu) {
      CHECK(names[std::size_t(1 << mu)] == std::string("vector_") + "xyzt"[mu]);
      CHECK(names[std::size_t(15 - (1 << mu))] == std::string("axial_") + "xyzt"[mu]);
      for (int nu = mu + 1; nu < 4; ++nu)
        CHECK(names[std::size_t((1 << mu) + (1 << nu))] == std::string("tensor_") + "xyzt"[mu] + "xyzt"[nu]);
    }
    CHECK(names[0] == "scalar");
    CHECK(names[15] == "pion");
  }

  TEST_CASE("plans that make no sense are refused") {
    CHECK_THROWS_WITH(MesonContraction(kGeometry, {.direction = 2, .momenta = {Site{0, 0, 1, 0}}}),
                      doctest::Contains("momentum along z"));
    CHECK_THROWS_WITH(MesonContraction(kGeometry, {.origin = {0, 2, 0, 0}}),
                      doctest::Contains("y = 2 outside the lattice"));
    MesonContraction contraction(kGeometry, {});
    auto s = noise_propagator();
    s[6][1].pop_back();
    CHECK_THROWS_WITH(contraction.add({s[0], s[3], s[6], s[9]}), doctest::Contains("propagator"));
  }

  TEST_CASE("local staggered mesons are |G|^2 with their signs") {
    const Site origin = {3, 1, 2, 3}, momentum = {1, 0, 2, 0};
    const auto chi = colour_noise(7);
    StaggeredMesonContraction contraction(kGeometry, {.origin = origin, .momenta = {Site{}, momentum}});
    contraction.add(chi);
    for (std::size_t m = 0; m < 2; ++m) {
      std::array<std::array<double, 4>, 4> expected{};
      for (std::size_t n = 0; n < kGeometry.volume(); ++n) {
        const Site s = kGeometry.site(n);
        const int x = s[0] + 4 - origin[0], y = s[1] + 2 - origin[1], z = s[2] + 6 - origin[2];
        const std::size_t t = std::size_t(s[3] + 4 - origin[3]) % 4;
        double g = 0;
        for (const Complex& c : at(chi, kGeometry, s).c) g += std::norm(c);
        if (m == 1) g *= std::cos(2 * std::numbers::pi * (x / 4.0 + 2.0 * z / 6.0));
        const auto sign = [](int k) { return k % 2 == 0 ? 1.0 : -1.0; };
        expected[0][t] += g;
        expected[1][t] += g * sign(x + y + z);
        expected[2][t] += g * (sign(x) + sign(y) + sign(z)) / 3;
        expected[3][t] += g * (sign(x + y) + sign(y + z) + sign(x + z)) / 3;
      }
      for (int k = 0; k < 4; ++k)
        for (std::size_t t = 0; t < 4; ++t)
          CHECK(std::abs(contraction.correlator(m, k)[t] - expected[std::size_t(k)][t]) < 1e-11);
    }
  }

  TEST_CASE("local staggered mesons of two quarks, along every direction, channel by channel") {
    const Site origin = {3, 1, 2, 3};
    const auto chi = colour_noise(7), psi = colour_noise(8);
    const auto sign = [](int k) { return k % 2 == 0 ? 1.0 : -1.0; };
    for (int direction = 0; direction < 4; ++direction) {
      const MesonPlan plan{.origin = origin, .direction = direction};
      StaggeredMesonContraction both(kGeometry, plan), turned(kGeometry, plan);
      both.add(chi, psi);
      turned.add(psi, chi);
      std::map<std::string, std::vector<double>> expected;
      const auto length = std::size_t(kGeometry.extent(direction));
      const auto put = [&](const std::string& name, std::size_t d, double value) {
        expected[name].resize(length);
        expected[name][d] += value;
      };
      for (std::size_t n = 0; n < kGeometry.volume(); ++n) {
        const Site s = kGeometry.site(n);
        const auto r = [&](int mu) {
          return (s[std::size_t(mu)] - origin[std::size_t(mu)] + kGeometry.extent(mu)) % kGeometry.extent(mu);
        };
        const auto d = std::size_t(r(direction));
        Complex sum;
        for (std::size_t c = 0; c < 3; ++c)
          sum += std::conj(at(chi, kGeometry, s).c[c]) * at(psi, kGeometry, s).c[c];
        const double g = sum.real();
        put("pion", d, g);
        put("sc", d, g * sign(r(0) + r(1) + r(2) + r(3) - int(d)));
        for (int mu = 0; mu < 4; ++mu) {
          if (mu == direction) continue;
          put("vt", d, g * sign(r(mu)) / 3);
          put(std::string("vt_") + "xyzt"[mu], d, g * sign(r(mu)));
          for (int nu = mu + 1; nu < 4; ++nu) {
            if (nu == direction) continue;
            put("pv", d, g * sign(r(mu) + r(nu)) / 3);
            put(std::string("pv_") + "xyzt"[mu] + "xyzt"[nu], d, g * sign(r(mu) + r(nu)));
          }
        }
      }
      const auto names = StaggeredMesonContraction::names(direction);
      CHECK(expected.size() == names.size());
      for (std::size_t k = 0; k < names.size(); ++k) {
        CAPTURE(names[k]);
        REQUIRE(expected.contains(names[k]));
        for (std::size_t d = 0; d < length; ++d) {
          CHECK(std::abs(both.correlator(0, int(k))[d] - expected[names[k]][d]) < 1e-11);
          CHECK(both.correlator(0, int(k))[d] == turned.correlator(0, int(k))[d]);
        }
      }
    }
  }

  TEST_CASE("cosh masses are found in a sum of two exponentials, and nowhere else") {
    for (const double mass : {0.0137, 0.5, 2.0, 30.0}) {
      for (const std::size_t length : {4, 16, 64}) {
        std::vector<double> c;
        for (std::size_t t = 0; t < length; ++t)
          c.push_back(3.0 * (std::exp(-mass * double(t)) + std::exp(-mass * double(length - t))));
        c[0] = 3.0 * (1.0 + std::exp(-mass * double(length)));
        if (c[length / 2] < 1e-300) continue;
        for (const auto& m : cosh_masses(c)) {
          REQUIRE(m);
          CHECK(*m == doctest::Approx(mass).scale(0).epsilon(1e-8));
        }
        CHECK(cosh_masses(c).size() == length / 2);
      }
    }
    const auto none = cosh_masses({1.0, 2.0, -1.0, 2.0});
    CHECK_FALSE(none[0]);
    CHECK_FALSE(none[1]);
    CHECK_FALSE(cosh_masses({1.0, 1.0, 1.0, 1.0})[0]);
    CHECK_FALSE(cosh_masses({0.0, 0.0, 0.0, 0.0})[0]);
  }

  TEST_CASE("means of noise have the error of a mean, and one value has none") {
    const auto m = noise_mean({{1.0, 5.0}, {3.0, 5.0}, {5.0, 8.0}});
    CHECK(m.mean.real() == doctest::Approx(3.0));
    CHECK(m.error.real() == doctest::Approx(2.0 / std::sqrt(3.0)));
    CHECK(m.mean.imag() == doctest::Approx(6.0));
    CHECK(m.error.imag() == doctest::Approx(1.0));
    CHECK(std::isnan(noise_mean({Complex(1.0)}).error.real()));
    const auto a = test::full_noise(kGeometry, 1), b = test::full_noise(kGeometry, 2);
    auto turned = b;
    for (auto& half : turned) half = test::gamma5_times(half);
    CHECK(std::abs(inner_product_gamma5(a, b) - inner_product(a, turned)) < 1e-12);
    CHECK(std::abs(inner_product(a, b) - std::conj(inner_product(b, a))) < 1e-12);
  }
}

}  // namespace glueball::test::unit_quark_mesons
