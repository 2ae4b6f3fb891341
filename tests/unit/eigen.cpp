// These tests check the dense half of a Lanczos process, and the polynomial that filters for it.
#include <doctest/doctest.h>

#include <cmath>

#include "base/error.hpp"
#include "eigen/chebyshev_filter.hpp"
#include "eigen/symmetric_matrix.hpp"
#include "support/fields.hpp"

namespace glueball::test::unit_eigen {
namespace {

constexpr std::size_t kRows = 9;

/// Symmetric, with more rows than are looked at.
SquareMatrix symmetric() {
  const auto numbers = random_floats(12 * 12, 7);
  SquareMatrix m(12);
  for (std::size_t row = 0; row < 12; ++row)
    for (std::size_t column = 0; column <= row; ++column)
      m(row, column) = m(column, row) = numbers[row * 12 + column];
  return m;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("eigenvalues of a symmetric matrix: the largest first, A v = lambda v, v orthonormal") {
    const SquareMatrix m = symmetric();
    const SymmetricEigen e = eigen_of(m, kRows);
    REQUIRE(e.values.size() == kRows);
    for (std::size_t k = 0; k < kRows; ++k) {
      if (k > 0) CHECK(e.values[k] <= e.values[k - 1]);
      for (std::size_t row = 0; row < kRows; ++row) {
        double image = 0, product = 0;
        for (std::size_t n = 0; n < kRows; ++n) {
          image += m(row, n) * e.vectors(n, k);
          product += e.vectors(n, row) * e.vectors(n, k);
        }
        CHECK(image == doctest::Approx(e.values[k] * e.vectors(row, k)).scale(1).epsilon(1e-13));
        CHECK(product == doctest::Approx(row == k).scale(1).epsilon(1e-13));
      }
    }
    SquareMatrix wrong = m;
    wrong(1, 1) = NAN;
    CHECK_THROWS_AS(eigen_of(wrong, kRows), Error);
  }

  TEST_CASE("reflections take unit vectors to orthonormal columns, in place") {
    const SquareMatrix q = eigen_of(symmetric(), kRows).vectors;
    for (const std::size_t count : {std::size_t(1), std::size_t(4), kRows}) {
      const Reflections r = reflections_of(q, count);
      REQUIRE(r.u.size() == count);
      // Row by row, V is the product of the reflections: V = H_0 H_1 ...
      SquareMatrix v(kRows);
      for (std::size_t n = 0; n < kRows; ++n) v(n, n) = 1;
      for (const auto& u : r.u)
        for (std::size_t row = 0; row < kRows; ++row) {
          double product = 0;
          for (std::size_t n = 0; n < kRows; ++n) product += v(row, n) * u[n];
          for (std::size_t n = 0; n < kRows; ++n) v(row, n) -= 2 * product * u[n];
        }
      for (std::size_t column = 0; column < count; ++column)
        for (std::size_t row = 0; row < kRows; ++row)
          CHECK(r.signs[column] * v(row, column) == doctest::Approx(q(row, column)).scale(1).epsilon(1e-13));
    }
  }

  TEST_CASE("reflections: several at once do what they do one after the other") {
    const Reflections r = reflections_of(eigen_of(symmetric(), kRows).vectors, 5);
    const auto w = several_at_once(r, 1, 3);
    REQUIRE(w.size() == 3);
    for (std::size_t row = 0; row < kRows; ++row) {
      std::vector<double> each(kRows), together(kRows);
      each[row] = together[row] = 1;
      for (std::size_t k = 1; k < 4; ++k) {
        double product = 0;
        for (std::size_t n = 0; n < kRows; ++n) product += each[n] * r.u[k][n];
        for (std::size_t n = 0; n < kRows; ++n) each[n] -= 2 * product * r.u[k][n];
      }
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t n = 0; n < kRows; ++n) together[n] -= r.u[1 + i][row] * w[i][n];
      for (std::size_t n = 0; n < kRows; ++n)
        CHECK(together[n] == doctest::Approx(each[n]).scale(1).epsilon(1e-13));
    }
  }

  TEST_CASE("a Chebyshev filter: small above its cut, falling to 1 there, of an odd degree") {
    const Chebyshev p = Chebyshev::growing(0.02, 5, 30, 999);
    CHECK(p.degree % 2 == 1);
    CHECK(p(0) >= 30);
    CHECK(Chebyshev{p.degree - 2, 0.02, 5}(0) < 30);
    CHECK(p(0.02) == doctest::Approx(1));
    CHECK(p(5) == doctest::Approx(-1));
    CHECK(p(5.1) < -1);
    for (double x = 0.02; x < 5; x += 0.01) CHECK(std::abs(p(x)) <= 1);
    for (double x = 0.001; x < 0.02; x += 0.001) CHECK(p(x) < p(x - 0.001));
    // T_3(y) = 4 y^3 - 3 y
    const Chebyshev three{3, 1, 3};
    for (const double x : {0.0, 0.5, 1.7, 3.5}) {
      const double y = 2 - x;
      CHECK(three(x) == doctest::Approx(4 * y * y * y - 3 * y));
    }
    CHECK(Chebyshev::growing(1e-9, 5, 30, 100).degree == 99);
    CHECK(Chebyshev{}(0.3) == -0.3);
    for (const double x : {-0.01, 0.0, 0.004, 0.02}) CHECK(p.inverse(p(x)) == doctest::Approx(x).scale(0.02));
    CHECK(p.inverse(0.5) == 0.02);
    CHECK(Chebyshev{}.inverse(-0.3) == 0.3);
  }
}

}  // namespace glueball::test::unit_eigen
