// These tests check the reference of the clover operator: its blocks, their inverses and determinants, its
// symmetries and even-odd forms.
#include <doctest/doctest.h>

#include <cmath>

#include "cpu/chiral_block.hpp"
#include "cpu/clover_operator.hpp"
#include "cpu/field_strength.hpp"
#include "unit/reference_operators.hpp"

namespace glueball::test::unit_reference_clover_operator {
namespace {

using namespace cpu;
using namespace reference;

const Geometry kGeometry({4, 2, 6, 4});
constexpr double kKappa = 0.11, kCsw = 1.3;

/// Returns sum_{mu<nu} sigma_mu_nu F_mu_nu psi with 4x4 matrices written out, sigma = i/2 [gamma_mu,
/// gamma_nu].
Spinor sigma_f(const Configuration& u, const Site& s, const CloverCoefficients& c, const Spinor& psi) {
  const auto gamma = test::external_gammas();
  using test::operator*;
  Spinor sum;
  for (int mu = 0; mu < 4; ++mu) {
    for (int nu = mu + 1; nu < 4; ++nu) {
      const Spinor f = field_strength(u, s, mu, nu, FieldStrength::clover, true) * psi;
      const Spinor one = gamma[mu] * (gamma[nu] * f), two = gamma[nu] * (gamma[mu] * f);
      const double weight = nu == 3 ? c.temporal : c.spatial;
      for (int spin = 0; spin < 4; ++spin)
        for (int k = 0; k < 3; ++k)
          sum[spin][k] += Complex(0.0, 0.5 * weight) * (one[spin][k] - two[spin][k]);
    }
  }
  return sum;
}

/// Returns the determinant by expansion along the first row.
Complex expanded(const std::vector<std::vector<Complex>>& a) {
  if (a.size() == 1) return a[0][0];
  Complex sum;
  for (std::size_t column = 0; column < a.size(); ++column) {
    std::vector<std::vector<Complex>> minor;
    for (std::size_t row = 1; row < a.size(); ++row) {
      minor.push_back(a[row]);
      minor.back().erase(minor.back().begin() + std::ptrdiff_t(column));
    }
    sum += (column % 2 == 0 ? 1.0 : -1.0) * a[0][column] * expanded(minor);
  }
  return sum;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: the clover term is the one written out with 4x4 matrices, hermitian, of trace 12") {
    const Configuration u = hot_configuration(kGeometry, 51);
    const CloverCoefficients c(0.8, kCsw);
    for (const Parity parity : {Parity::even, Parity::odd}) {
      const ParityChiralField t = clover_term(u, parity, kKappa, c);
      const ParitySpinorField psi = test::noise(kGeometry, parity, 1);
      ParitySpinorField out = psi, expected = psi;
      apply(t, out);
      double skew = 0.0;
      for (std::size_t n = 0; n < psi.size(); ++n) {
        test::add(-kKappa, sigma_f(u, kGeometry.half_site(parity, n), c, psi[n]), expected[n]);
        Complex trace;
        for (const ChiralBlock& block : t[n]) {
          for (int i = 0; i < 6; ++i) {
            trace += block[i][i];
            for (int j = 0; j < 6; ++j) skew = std::max(skew, std::abs(block[i][j] - std::conj(block[j][i])));
          }
        }
        CHECK(std::abs(trace - 12.0) < 1e-13);  // sigma has no trace
      }
      CHECK(skew < 1e-15);
      CHECK(test::relative_difference(out, expected) < 1e-15);
      CHECK(test::relative_difference(out, psi) > 0.01);
    }
  }

  TEST_CASE("reference: inverse and determinant of a block, hermitian or not, and of a singular one") {
    ParityChiralField t = clover_term(hot_configuration(kGeometry, 52), Parity::odd, kKappa, kCsw);
    add_twist(0.2, t);
    t[0][0][0][0] = 0.0;  // a row must be exchanged
    for (std::size_t n = 0; n < 4; ++n) {
      for (const ChiralBlock& a : t[n]) {
        const InverseBlock r = inverted(a);
        std::vector<std::vector<Complex>> rows;
        for (int i = 0; i < 6; ++i) {
          rows.emplace_back(a[i].begin(), a[i].end());
          for (int j = 0; j < 6; ++j) {
            Complex product;
            for (int k = 0; k < 6; ++k) product += a[i][k] * r.inverse[k][j];
            CHECK(std::abs(product - (i == j ? 1.0 : 0.0)) < 1e-13);
          }
        }
        const Complex determinant = expanded(rows);
        CHECK(std::abs(r.determinant - determinant) < 1e-13 * std::abs(determinant));
      }
    }
    ChiralBlock singular = t[1][0];
    singular[2] = singular[4];
    CHECK_THROWS_WITH(inverted(singular), doctest::Contains("singular"));
    t[3][1] = singular;
    CHECK_THROWS_WITH(inverted(t), doctest::Contains("singular"));
    CHECK_THROWS_WITH(log_determinant(t), doctest::Contains("singular"));
  }

  TEST_CASE("reference: the logarithm of the clover's determinant") {
    const Configuration u = hot_configuration(kGeometry, 53);
    const ParityChiralField t = clover_term(u, Parity::even, kKappa, kCsw);
    double sum = 0.0;
    for (const ChiralPair& pair : t)
      for (const ChiralBlock& block : pair) {
        const Complex determinant = inverted(block).determinant;
        CHECK(std::abs(determinant.imag()) < 1e-13 * std::abs(determinant));  // hermitian
        sum += std::log(std::abs(determinant));
      }
    CHECK(log_determinant(t) == doctest::Approx(sum).epsilon(1e-13));
    CHECK(std::abs(sum) > 0.1);
    // d log det T / d kappa = tr T^-1 dT/dkappa, dT/dkappa = (T - 1) / kappa.
    const double step = 1e-5;
    const double slope = (log_determinant(clover_term(u, Parity::even, kKappa + step, kCsw)) -
                          log_determinant(clover_term(u, Parity::even, kKappa - step, kCsw))) /
                         (2.0 * step);
    Complex trace;
    for (const ChiralPair& pair : inverted(t))
      for (const ChiralBlock& inverse : pair)
        for (int i = 0; i < 6; ++i) trace += (1.0 - inverse[i][i]) / kKappa;
    CHECK(slope == doctest::Approx(trace.real()).epsilon(1e-7));
  }

  TEST_CASE("reference: clover and twisted clover, adjoints, gamma5-hermiticity, even-odd solves") {
    const Configuration u = hot_configuration(kGeometry, 54);
    for (const double mu : {0.0, 0.25, -0.25}) {
      CloverOperator::Options options{.csw = kCsw, .mu = mu};
      options.boundary.twist = {0.2, 0.0, -0.6, 0.1};
      const CloverOperator m(u, kKappa, options);
      test::check_adjoints(m);
      test::check_solve(m);
      options.mu = -mu;
      test::check_gamma5(m, CloverOperator(u, kKappa, options));
    }
  }

  TEST_CASE("reference: clover without csw is twisted mass, and is gauge covariant with it") {
    const Configuration u = hot_configuration(kGeometry, 55);
    const auto psi = test::full_noise(kGeometry, 2);
    auto out = psi, expected = psi;
    CloverOperator(u, kKappa, {.csw = 0.0, .mu = 0.4}).full(psi, out);
    const WilsonOperator<double> wilson(u, kKappa);
    wilson.full(psi, expected);
    for (int parity = 0; parity < 2; ++parity) {
      const ParitySpinorField turned = test::gamma5_times(psi[parity]);
      for (std::size_t n = 0; n < turned.size(); ++n)
        for (int spin = 0; spin < 4; ++spin)
          for (int c = 0; c < 3; ++c)
            expected[parity][n][spin][c] += Complex(0.0, 0.8 * kKappa) * turned[n][spin][c];
      CHECK(test::relative_difference(out[parity], expected[parity]) < 1e-15);
    }

    const Configuration rotations = hot_configuration(kGeometry, 56);
    const auto rotation = [&](const Site& s) -> const Matrix3& { return rotations.link(s, 0); };
    Configuration turned = u;
    for (std::size_t n = 0; n < kGeometry.volume(); ++n) {
      const Site s = kGeometry.site(n);
      for (int mu = 0; mu < 4; ++mu)
        turned.link(n, mu) = rotation(s) * u.link(n, mu) * adjoint(rotation(kGeometry.neighbour(s, mu)));
    }
    using test::operator*;
    ParitySpinorField in = psi[0], image(in.size()), rotated(in.size());
    CloverOperator(u, kKappa, {.csw = kCsw, .mu = 0.4}).even_odd(in, image);
    for (std::size_t n = 0; n < in.size(); ++n) {
      const Matrix3& g = rotation(kGeometry.half_site(Parity::even, n));
      in[n] = g * in[n];
      image[n] = g * image[n];
    }
    const CloverOperator m(turned, kKappa, {.csw = kCsw, .mu = 0.4});
    m.even_odd(in, rotated);
    CHECK(test::relative_difference(rotated, image) < 1e-14);
  }
}

}  // namespace glueball::test::unit_reference_clover_operator
