// These tests check the algebra su(3), its exponential and the two spin bases of the reference.
#include <doctest/doctest.h>

#include <cmath>

#include "cpu/algebra.hpp"
#include "cpu/random.hpp"
#include "lattice/spin_basis.hpp"
#include "reference/gauge_force.hpp"
#include "unit/reference_naive.hpp"

namespace glueball::test::unit_reference_su3 {
namespace {

using namespace cpu;
using namespace reference;

AlgebraVector random_vector(std::uint32_t n, double scale) {
  const auto a = gaussians(7, Stream::noise, 0, n, 0), b = gaussians(7, Stream::noise, 0, n, 1);
  AlgebraVector p;
  for (int k = 0; k < 4; ++k) {
    p[k] = scale * a[k];
    p[k + 4] = scale * b[k];
  }
  return p;
}

AlgebraVector unit_vector(int a) {
  AlgebraVector p{};
  p[a] = 1.0;
  return p;
}

double distance(const Matrix3& a, const Matrix3& b) {
  double sum = 0.0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += std::norm(a[i][j] - b[i][j]);
  return std::sqrt(sum);
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: generators are half the Gell-Mann matrices in standard order") {
    for (int a = 0; a < 8; ++a) {
      for (int b = 0; b < 8; ++b) {
        const Complex t = trace(hermitian(unit_vector(a)) * hermitian(unit_vector(b)));
        CHECK(std::abs(t - (a == b ? 0.5 : 0.0)) < 1e-15);
      }
    }
    const auto commutator = [](int a, int b) {
      const Matrix3 x = hermitian(unit_vector(a - 1)), y = hermitian(unit_vector(b - 1));
      return Complex(0, -1) * (x * y - y * x);  // sum_c f_abc T_c
    };
    const double r = std::sqrt(3.0) / 2.0;
    CHECK(distance(commutator(1, 2), hermitian({0, 0, 1, 0, 0, 0, 0, 0})) < 1e-15);
    CHECK(distance(commutator(1, 4), hermitian({0, 0, 0, 0, 0, 0, 0.5, 0})) < 1e-15);
    CHECK(distance(commutator(4, 5), hermitian({0, 0, 0.5, 0, 0, 0, 0, r})) < 1e-15);
    CHECK(distance(commutator(6, 7), hermitian({0, 0, -0.5, 0, 0, 0, 0, r})) < 1e-15);
  }

  TEST_CASE("reference: coefficients undo hermitian, imaginary traces are the definition") {
    const AlgebraVector p = random_vector(1, 1.0);
    const AlgebraVector back = coefficients(hermitian(p));
    Matrix3 w = hermitian(random_vector(2, 1.0)) + Complex(0.3, 0.7) * hermitian(random_vector(3, 1.0));
    w[0][0] += Complex(0.2, 0.4);  // neither hermitian nor traceless
    const AlgebraVector f = imaginary_traces(w);
    for (int a = 0; a < 8; ++a) {
      CHECK(back[a] == doctest::Approx(p[a]).epsilon(1e-14));
      CHECK(f[a] == doctest::Approx(trace(hermitian(unit_vector(a)) * w).imag()).epsilon(1e-14));
    }
  }

  TEST_CASE("reference: exponential is unitary, a one-parameter group, and exact on diagonal momenta") {
    for (std::uint32_t n = 0; n < 20; ++n) {
      const AlgebraVector p = random_vector(n, n < 10 ? 0.1 : 3.0);
      const Matrix3 u = exponential(p, 0.7);
      CHECK(unitarity_deviation(u) < 2e-14);
      CHECK(distance(u * exponential(p, -0.7), Matrix3::identity()) < 2e-14);
      CHECK(distance(exponential(p, 0.5) * exponential(p, 0.2), u) < 4e-14);
      // First order: exp(i eps P) - exp(-i eps P) = 2 i eps P + O(eps^3).
      const double eps = 1e-4;
      const Matrix3 d = exponential(p, eps) - exponential(p, -eps) - Complex(0, 2 * eps) * hermitian(p);
      CHECK(distance(d, Matrix3{}) < 1e-9 * (n < 10 ? 1 : 100));
    }
    const AlgebraVector diagonal = {0, 0, 1.3, 0, 0, 0, 0, -2.1};
    const Matrix3 u = exponential(diagonal, 2.0), h = hermitian(diagonal);
    for (int i = 0; i < 3; ++i) CHECK(std::abs(u[i][i] - std::polar(1.0, 2.0 * h[i][i].real())) < 2e-14);
  }

  TEST_CASE("reference: links move by exp(i eps P) from the left and are projected on demand") {
    const Geometry g({4, 2, 2, 6});
    const Configuration before = hot_configuration(g, 5);
    Momenta p(g);
    for (std::size_t n = 0; n < p.values().size(); ++n) p.values()[n] = random_vector(std::uint32_t(n), 1.0);
    Configuration u = before;
    update_links(u, p, 0.3);
    CHECK(distance(u.link(17, 2), exponential(p.at(17, 2), 0.3) * before.link(17, 2)) == 0.0);
    update_links(u, p, -0.3);
    for (std::size_t n = 0; n < u.links().size(); ++n)
      CHECK(distance(u.links()[n], before.links()[n]) < 2e-14);
    for (Matrix3& link : u.links()) link *= 1.001;
    update_links(u, p, 0.3, true);
    for (const Matrix3& link : u.links()) CHECK(unitarity_deviation(link) < 5e-15);
    Momenta wrong(Geometry({2, 4, 2, 6}));
    CHECK_THROWS_WITH(update_links(u, wrong, 0.1), doctest::Contains("differ"));
  }

  TEST_CASE("reference: S rotates the external gamma matrices into the device's") {
    const auto external = test::external_gammas(), internal = test::internal_gammas();
    using test::operator*;
    for (std::uint32_t n = 0; n < 8; ++n) {
      Spinor psi;
      for (std::uint32_t k = 0; k < 12; ++k) {
        const auto x = gaussians(3, Stream::noise, 1, n, k);
        psi[int(k / 3)][k % 3] = Complex(x[0], x[1]);
      }
      const auto same = [](const Spinor& a, const Spinor& b) {
        return test::relative_difference(ParitySpinorField{a}, ParitySpinorField{b}) < 1e-15;
      };
      CHECK(same(to_external(to_internal(psi)), psi));
      CHECK_FALSE(same(to_internal(psi), psi));
      for (int mu = 0; mu < 5; ++mu) {
        CAPTURE(mu);
        CHECK(same(internal[mu] * to_internal(psi), to_internal(external[mu] * psi)));
      }
      // Both say gamma5 = gamma_x gamma_y gamma_z gamma_t.
      CHECK(same(external[0] * (external[1] * (external[2] * (external[3] * psi))), external[4] * psi));
      CHECK(same(internal[0] * (internal[1] * (internal[2] * (internal[3] * psi))), internal[4] * psi));
    }
  }
}

}  // namespace glueball::test::unit_reference_su3
