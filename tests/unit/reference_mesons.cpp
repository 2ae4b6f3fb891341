// These tests check the reference of the meson contractions: gamma matrices, traces written out, momenta and
// source positions.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "cpu/mesons.hpp"
#include "unit/reference_operators.hpp"

namespace glueball::test::unit_reference_mesons {
namespace {

using namespace cpu;
using namespace reference;
using test::Matrix4;

const Geometry kGeometry({4, 2, 6, 4});

Propagator noise_propagator() {
  Propagator s;
  for (int column = 0; column < 12; ++column)
    s[column] = test::full_noise(kGeometry, 100 + std::uint32_t(column));
  return s;
}

Matrix4 dense(const SpinMatrix& a) {
  Matrix4 m{};
  for (int spin = 0; spin < 4; ++spin) m[spin][a.source[spin]] = a.phase[spin];
  return m;
}
Matrix4 product(const Matrix4& a, const Matrix4& b) {
  Matrix4 m{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k) m[i][j] += a[i][k] * b[k][j];
  return m;
}
Matrix4 dagger(const Matrix4& a) {
  Matrix4 m{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) m[i][j] = std::conj(a[j][i]);
  return m;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: the sixteen products of gammas") {
    const auto external = test::external_gammas();
    for (int mu = 0; mu < 4; ++mu) CHECK(dense(gamma_product(1 << mu)) == external[mu]);
    CHECK(dense(gamma_product(15)) == external[4]);
    CHECK(dense(cpu::gamma5()) == external[4]);
    for (int n = 0; n < 16; ++n) {
      for (int k = 0; k < 16; ++k) {
        const Matrix4 m = product(dagger(dense(gamma_product(n))), dense(gamma_product(k)));
        const Complex trace = m[0][0] + m[1][1] + m[2][2] + m[3][3];
        CHECK(trace == Complex(n == k ? 4.0 : 0.0));  // orthogonal
      }
    }
    const ParitySpinorField psi = test::noise(kGeometry, Parity::even, 1);
    ParitySpinorField turned = psi;
    apply_gamma5(turned);
    CHECK(test::relative_difference(turned, test::gamma5_times(psi)) == 0.0);
  }

  TEST_CASE("reference: meson correlators are the traces written out") {
    const Propagator s = noise_propagator();
    const Site source = {1, 0, 4, 3}, momentum = {1, 1, -2, 5};
    const auto gamma = test::external_gammas();
    for (const int direction : {3, 1}) {
      const MesonOptions options{.source = source, .direction = direction, .momentum = momentum};
      const auto c = meson_correlators(kGeometry, s, options);
      for (int n = 0; n < 16; ++n) {
        const Matrix4 sink = dense(gamma_product(n));
        const Matrix4 bar =
            product(gamma[std::size_t(direction)], product(dagger(sink), gamma[std::size_t(direction)]));
        std::vector<Complex> expected(std::size_t(kGeometry.extent(direction)));
        double size = 0.0;
        for (std::size_t i = 0; i < kGeometry.volume(); ++i) {
          const Site x = kGeometry.site(i);
          double turns = 0.0;
          for (int mu = 0; mu < 4; ++mu)
            if (mu != direction) turns += double(momentum[mu]) * (x[mu] - source[mu]) / kGeometry.extent(mu);
          Complex trace;
          for (int c1 = 0; c1 < 3; ++c1) {
            for (int c2 = 0; c2 < 3; ++c2) {
              Matrix4 at{};
              for (int a = 0; a < 4; ++a)
                for (int b = 0; b < 4; ++b)
                  at[a][b] = s[3 * b + c2][int(Geometry::parity(x))][kGeometry.half_index(x)][a][c1];
              const Matrix4 back = product(gamma[4], product(dagger(at), gamma[4]));
              const Matrix4 loop = product(product(sink, at), product(bar, back));
              for (int a = 0; a < 4; ++a) trace -= loop[a][a];
            }
          }
          const int length = kGeometry.extent(direction);
          const int d = (x[direction] - source[direction] + length) % length;
          expected[std::size_t(d)] += std::polar(1.0, -2.0 * std::numbers::pi * turns) * trace;
          size += std::abs(trace);
        }
        for (std::size_t d = 0; d < expected.size(); ++d)
          CHECK(std::abs(c[n][d] - expected[d]) < 1e-14 * size);
      }
    }
  }

  TEST_CASE("reference: at momentum zero the pion is |S|^2 and all channels are real") {
    const Propagator s = noise_propagator();
    const auto c = meson_correlators(kGeometry, s);
    Complex sum;
    for (const Complex& z : c[15]) sum += z;
    double norm = 0.0;
    for (const auto& column : s) norm += norm2(column[0]) + norm2(column[1]);
    CHECK(sum.real() == doctest::Approx(norm).epsilon(1e-13));
    for (const auto& channel : c)
      for (const Complex& z : channel) CHECK(std::abs(z.imag()) < 1e-13 * norm);
    Propagator damaged = s;
    damaged[7][1].pop_back();
    CHECK_THROWS_WITH(meson_correlators(kGeometry, damaged), doctest::Contains("propagator"));
  }
}

}  // namespace glueball::test::unit_reference_mesons
