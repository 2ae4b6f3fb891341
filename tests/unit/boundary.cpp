// These tests check boundary phases: the factors of the links, and that they are what fermions see.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "cpu/gaussian_fields.hpp"
#include "cpu/wilson_operator.hpp"
#include "unit/reference_naive.hpp"

namespace glueball::test::unit_boundary {
namespace {

using namespace cpu;

const Geometry kGeometry({4, 6, 2, 8});
constexpr double kPi = std::numbers::pi;

Boundary twisted(bool spread) {
  Boundary boundary = {-1, 1, 1, -1};
  boundary.twist = {0.3, -0.7, 0.5, 1.2};
  boundary.imaginary_mu = 0.4;
  boundary.spread = spread;
  return boundary;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("boundary: signs alone convert from arrays and give exact factors on wrapping links") {
    const Boundary boundary = std::array<int, 4>{1, -1, 1, -1};
    CHECK(boundary == Boundary{1, -1, 1, -1});
    CHECK(boundary != kAntiperiodicInTime);
    CHECK(boundary.signs_only());
    CHECK(Boundary{} == kAntiperiodicInTime);
    CHECK(boundary.factor(kGeometry, {3, 5, 1, 7}, 0) == Complex(1.0));
    CHECK(boundary.factor(kGeometry, {3, 5, 1, 7}, 1) == Complex(-1.0));
    CHECK(boundary.factor(kGeometry, {3, 4, 1, 7}, 1) == Complex(1.0));
    CHECK(boundary.factor(kGeometry, {0, 0, 0, 7}, 3) == Complex(-1.0));
  }

  TEST_CASE("boundary: a twist of one is antiperiodic, of one half imaginary, to the bit") {
    Boundary boundary = {1, 1, 1, 1};
    boundary.twist = {1.0, -3.0, 0.5, 2.0};
    CHECK(!boundary.signs_only());
    CHECK(boundary.wrapping_factor(0) == Complex(-1.0));
    CHECK(boundary.wrapping_factor(1) == Complex(-1.0));
    CHECK(boundary.wrapping_factor(2) == Complex(0.0, 1.0));
    CHECK(boundary.wrapping_factor(3) == Complex(1.0));
    CHECK(half_turns(-0.5) == Complex(0.0, -1.0));
    CHECK(std::abs(half_turns(0.25) - Complex(1.0, 1.0) / std::sqrt(2.0)) < 1e-15);
  }

  TEST_CASE("boundary: the factors around the lattice multiply to sign, twist and chemical potential") {
    for (const bool spread : {false, true}) {
      const Boundary boundary = twisted(spread);
      for (int mu = 0; mu < 4; ++mu) {
        Complex product = 1.0;
        Site s = {1, 2, 1, 3};
        for (int step = 0; step < kGeometry.extent(mu); ++step) {
          product *= boundary.factor(kGeometry, s, mu);
          s = kGeometry.neighbour(s, mu);
        }
        const double angle = kPi * boundary.twist[mu] + (mu == 3 ? 8 * 0.4 : 0.0);
        CHECK(std::abs(product - double(boundary.sign[mu]) * std::polar(1.0, angle)) < 1e-14);
      }
      CHECK(boundary.factor(kGeometry, {0, 0, 0, 0}, 0) == (spread ? half_turns(0.3 / 4) : Complex(1.0)));
    }
  }

  TEST_CASE("boundary: signs and phases that make no sense are refused") {
    Boundary boundary = {1, 1, 2, 1};
    CHECK_THROWS_WITH(boundary.check(), doctest::Contains("boundary sign 2"));
    boundary = kAntiperiodicInTime;
    boundary.twist[1] = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH(WilsonOperator<double>(Configuration(kGeometry), 0.1, boundary),
                      doctest::Contains("twist is not finite"));
    boundary = kAntiperiodicInTime;
    boundary.imaginary_mu = std::numeric_limits<double>::infinity();
    CHECK_THROWS_WITH(boundary.check(), doctest::Contains("imaginary chemical potential"));
    boundary.imaginary_mu = -2e6;
    CHECK_THROWS_WITH(boundary.check(), doctest::Contains("imaginary chemical potential is beyond 1000000"));
    boundary = kAntiperiodicInTime;
    boundary.twist[2] = -1e18;
    CHECK_THROWS_WITH(boundary.check(), doctest::Contains("twist is beyond 1000000"));
    boundary.twist[2] = 7.5;
    CHECK_NOTHROW(boundary.check());
  }

  TEST_CASE("boundary: spread and wrapping twists differ by a rotation of the field") {
    const Configuration u = hot_configuration(kGeometry, 31);
    const WilsonOperator<double> wrapping(u, 0.1, twisted(false)), spread(u, 0.1, twisted(true));
    ParitySpinorField in = gaussian_spinor(kGeometry, Parity::odd, 5, 1), out(in.size()), expected(in.size());
    const auto rotate = [&](Parity parity, ParitySpinorField& psi) {
      for (std::size_t n = 0; n < psi.size(); ++n) {
        const Site s = kGeometry.half_site(parity, n);
        double angle = 0.0;
        for (int mu = 0; mu < 4; ++mu) angle += kPi * twisted(true).twist[mu] * s[mu] / kGeometry.extent(mu);
        for (auto& spin : psi[n].s)
          for (Complex& z : spin) z *= std::polar(1.0, angle);
      }
    };
    // chi(x) = e^{i angle(x)} psi(x): the wrapping form acts on chi.
    spread.hop(Parity::even, in, expected);
    rotate(Parity::even, expected);
    wrapping.hop(Parity::even, in, out);
    CHECK(test::relative_difference(out, expected) > 0.1);
    rotate(Parity::odd, in);
    wrapping.hop(Parity::even, in, out);
    CHECK(test::relative_difference(out, expected) < 1e-14);
  }

  TEST_CASE("boundary: a chemical potential is a twist of mu L_t / pi in t") {
    const Configuration cold(kGeometry);
    Boundary mu = kAntiperiodicInTime, twist = kAntiperiodicInTime;
    mu.imaginary_mu = 0.37;
    twist.twist[3] = 0.37 * 8 / kPi;
    twist.spread = true;
    const ParitySpinorField in = gaussian_spinor(kGeometry, Parity::even, 5, 2);
    ParitySpinorField a(in.size()), b(in.size());
    WilsonOperator<double>(cold, 0.1, mu).hop(Parity::odd, in, a);
    WilsonOperator<double>(cold, 0.1, twist).hop(Parity::odd, in, b);
    CHECK(test::relative_difference(a, b) < 1e-14);
  }
}

}  // namespace glueball::test::unit_boundary
