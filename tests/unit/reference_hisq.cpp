// These tests check the references of fat links, of their projection to U(3) and of HISQ links: path by path,
// free, covariant, and their derivatives.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "cpu/gaussian_fields.hpp"
#include "cpu/hisq.hpp"
#include "cpu/linalg.hpp"
#include "cpu/unitary_part.hpp"
#include "reference/gauge_force.hpp"
#include "reference/hisq_force.hpp"
#include "reference/link_paths.hpp"
#include "support/fields.hpp"

namespace glueball::test::unit_reference_hisq {
namespace {

using namespace cpu;
using namespace reference;

const Geometry kGeometry({4, 2, 6, 8}), kSmall({2, 4, 2, 4});
/// All weights count, and no two are alike.
const FatLinkWeights kWeights{0.7, -0.2, 0.11, 0.05, -0.3};

double unitarity(const Matrix3& w) {
  const Matrix3 off = adjoint(w) * w - Matrix3::identity();
  return std::sqrt(trace(off * adjoint(off)).real());
}

double distance(const Matrix3& a, const Matrix3& b) {
  return std::sqrt(trace((a - b) * adjoint(a - b)).real());
}

/// This is a matrix L diag(values) R^+ with random unitary L and R.
struct Made {
  Matrix3 v, w;
};
Made made_of(double a, double b, double c, std::uint64_t seed) {
  const auto random = test::random_transformation(kSmall, seed);
  const Matrix3 left = std::polar(1.0, 0.4) * random[0], right = random[1];
  Matrix3 s;
  s[0][0] = a, s[1][1] = b, s[2][2] = c;
  return {left * s * adjoint(right), left * adjoint(right)};
}

/// Returns Re sum Tr a b.
double pairing(const Configuration& a, const Configuration& b) {
  double sum = 0;
  for (std::size_t n = 0; n < a.links().size(); ++n) sum += trace(a.links()[n] * b.links()[n]).real();
  return sum;
}

Configuration shifted(const Configuration& u, const Configuration& along, double h) {
  Configuration moved = u;
  for (std::size_t n = 0; n < moved.links().size(); ++n) moved.links()[n] += Complex(h) * along.links()[n];
  return moved;
}

/// Returns the fourth-order difference quotient of a function at 0.
template <class F>
double slope(F f, double h) {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

/// Returns any matrices, which need not be unitary.
Configuration any_matrices(const Geometry& g, std::uint64_t seed) {
  Configuration m = hot_configuration(g, seed);
  const Configuration more = hot_configuration(g, seed + 1);
  for (std::size_t n = 0; n < m.links().size(); ++n)
    m.links()[n] = Complex(0.8) * m.links()[n] + Complex(0.1, 0.5) * more.links()[n];
  return m;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: fat links are the sum of their paths, of any links") {
    for (int mu = 0; mu < kDirections; ++mu) {
      std::size_t links = 0;
      for (const auto& path : fat_link_paths(mu, kWeights)) links += path.steps.size();
      CHECK(fat_link_paths(mu, kWeights).size() == 1 + 6 + 24 + 48 + 6);
      CHECK(links == 1 + 6 * 3 + 24 * 5 + 48 * 7 + 6 * 5);
    }
    const Configuration u = any_matrices(kGeometry, 41);
    const Configuration sums = path_sums(u, [](int mu) { return fat_link_paths(mu, kWeights); });
    CHECK(relative_error(fat_links(u, kWeights), sums) < 1e-14);
  }

  TEST_CASE("reference: weights of fat links, free") {
    const Configuration unit(kSmall);
    const auto factor = [&](const FatLinkWeights& w) {
      const Configuration x = fat_links(unit, w);
      CHECK(distance(x.link(0, 2), Complex(x.link(0, 2)[0][0]) * Matrix3::identity()) < 1e-15);
      CHECK(std::abs(x.link(0, 2)[0][0]) <= w.bound());
      return x.link(0, 2)[0][0].real();
    };
    CHECK(factor(kFat7) == doctest::Approx(1).epsilon(1e-15));
    CHECK(factor(asqtad_weights(1)) == doctest::Approx(9.0 / 8).epsilon(1e-15));
    for (const double epsilon : {0.0, -0.3}) {
      CHECK(factor(hisq_weights(epsilon)) == doctest::Approx(9.0 / 8 + epsilon / 8).epsilon(1e-15));
      CHECK(hisq_hops(epsilon).three == doctest::Approx(-(1 + epsilon) / 24).epsilon(1e-15));
      const HisqLinks h = hisq_links(unit, epsilon);
      CHECK(distance(h.w.link(3, 1), Matrix3::identity()) < 1e-14);
      CHECK(distance(h.n.link(3, 1), Matrix3::identity()) < 1e-14);
      CHECK(h.by_singular_values == 0);
    }
    // MILC writes these numbers beside the fat links of its sample (signs are those of its phases).
    const FatLinkWeights w = asqtad_weights(0.502);
    CHECK(w.one == doctest::Approx(6.25e-1));
    CHECK(w.three == doctest::Approx(2.480119e-1).epsilon(1e-6));
    CHECK(w.five == doctest::Approx(2.460397e-1).epsilon(1e-6));
    CHECK(w.seven == doctest::Approx(1.627221e-1).epsilon(1e-6));
    CHECK(w.lepage == doctest::Approx(-9.841587e-1).epsilon(1e-6));
    CHECK(asqtad_hops(0.502).three == doctest::Approx(-1.653413e-1).epsilon(1e-6));
  }

  TEST_CASE("reference: every level of HISQ links is gauge covariant, and W is unitary") {
    const Configuration u = hot_configuration(kGeometry, 43);
    const auto g = test::random_transformation(kGeometry, 44);
    const HisqLinks a = hisq_links(u, -0.2), b = hisq_links(test::transformed(u, g), -0.2);
    CHECK(relative_error(b.v, test::transformed(a.v, g)) < 1e-14);
    CHECK(relative_error(b.w, test::transformed(a.w, g)) < 1e-11);
    CHECK(relative_error(b.x, test::transformed(a.x, g)) < 1e-11);
    Configuration n = a.n;
    for (std::size_t k = 0; k < kGeometry.volume(); ++k)
      for (int mu = 0; mu < kDirections; ++mu)
        n.link(k, mu) = g[k] * a.n.link(k, mu) *
                        adjoint(g[kGeometry.index(kGeometry.neighbour(kGeometry.site(k), mu, 3))]);
    CHECK(relative_error(b.n, n) < 1e-11);
    double worst = 0, largest = 0;
    for (const Matrix3& w : a.w.links()) worst = std::max(worst, unitarity(w));
    CHECK(worst < 1e-11);
    for (const Matrix3& x : a.x.links())
      for (const auto& row : x.e)
        for (const Complex& z : row) largest = std::max(largest, std::abs(z));
    CHECK(largest <= hisq_weights(-0.2).bound());
    CHECK(largest > 0.3);
  }

  TEST_CASE("reference: singular values of any matrix") {
    for (const auto& [a, b, c] : {std::array{1.0, 0.5, 0.2}, std::array{1.0, 1.0, 1e-9},
                                  std::array{3.0, 1e-7, 1e-7}, std::array{1.0, 0.0, 0.0}}) {
      const Made made = made_of(a, b, c, 45);
      const SingularValues d = singular_values(made.v);
      Matrix3 s;
      for (int k = 0; k < 3; ++k) s[k][k] = d.values[k];
      CHECK(distance(d.left * s * adjoint(d.right), made.v) < 1e-15 * (1 + a));
      CHECK(unitarity(d.left) < 1e-14);
      CHECK(unitarity(d.right) < 1e-14);
      CHECK(d.values[0] * d.values[1] * d.values[2] == doctest::Approx(a * b * c).epsilon(1e-6));
    }
  }

  TEST_CASE("reference: back to U(3), by Cayley and Hamilton or by singular values") {
    struct Row {
      double a, b, c;
      bool fallback;
      double within;
    };
    for (const Row& row :
         {Row{1, 0.6, 0.3, false, 1e-13}, Row{0.9, 0.5, 1e-2, false, 1e-9}, Row{0.4, 0.4, 0.4, false, 1e-7},
          Row{1, 0.5, 1e-6, true, 1e-9}, Row{1, 1e-5, 1e-6, true, 1e-9}}) {
      CAPTURE(row.c);
      const Made made = made_of(row.a, row.b, row.c, 46);
      const UnitaryPart part = unitary_part(made.v);
      CHECK(part.by_singular_values == row.fallback);
      CHECK(distance(part.w, made.w) < row.within);
    }
    // Where V has no inverse the unitary matrix beside it is not the only one; it is one all the same.
    const UnitaryPart part = unitary_part(made_of(1, 0.7, 0, 47).v);
    CHECK(part.by_singular_values);
    CHECK(unitarity(part.w) < 1e-14);
    CHECK(unitarity(unitary_part(Matrix3{}).w) < 1e-14);
  }

  TEST_CASE("reference: the derivative through fat links, long links and back to U(3)") {
    const Configuration u = any_matrices(kSmall, 51), y = any_matrices(kSmall, 53),
                        along = any_matrices(kSmall, 55);
    const auto check = [&](auto map, const Configuration& z, double h, double within) {
      const double quotient = slope([&](double t) { return pairing(map(shifted(u, along, t)), y); }, h);
      CHECK(std::abs(pairing(along, z) - quotient) < within * std::abs(quotient));
      CHECK(std::abs(quotient) > 0.1);
    };
    check([](const Configuration& c) { return fat_links(c, kWeights); }, fat_links_chain(u, kWeights, y),
          1e-3, 1e-9);
    check(long_links, long_links_chain(u, y), 1e-3, 1e-9);
    const auto unitary = [](Configuration c) {
      for (Matrix3& m : c.links()) m = unitary_part(m).w;
      return c;
    };
    Configuration z = y;
    for (std::size_t n = 0; n < z.links().size(); ++n) {
      const UnitaryChain c = unitary_part_chain(u.links()[n], y.links()[n]);
      CHECK(c.filtered == 0);
      z.links()[n] = c.y;
    }
    check(unitary, z, 1e-4, 1e-7);
  }

  TEST_CASE("reference: HISQ's force is minus the derivative of the hops between its fields") {
    const Configuration u = test::weak_configuration(kSmall, 0.5, 61);
    Boundary boundary = {1, -1, 1, -1};
    boundary.twist = {0.3, 0.7, -0.8, 0.1};
    boundary.imaginary_mu = 0.35;
    constexpr double kEpsilon = -0.4;
    const FullColourField x = {gaussian_colour(kSmall, Parity::even, 62, 0),
                               gaussian_colour(kSmall, Parity::odd, 62, 0)};
    Momenta force(kSmall), along(kSmall);
    CHECK(hisq_force(u, boundary, kEpsilon, x, 1.0, force) == 0);
    for (const std::uint32_t step : {0u, 1u}) {
      gaussian_momenta(along, 63, step);
      const double quotient = slope(
          [&](double tau) {
            Configuration moved = u;
            update_links(moved, along, tau);
            ParityColourField hopped(x[0].size());
            HisqOperator(moved, 0, kEpsilon, boundary).hop(Parity::even, x[1], hopped);
            return 2 * dot(x[0], hopped).real();
          },
          1e-4);
      CHECK(std::abs(test::product(along, force) + quotient) < 1e-7 * test::norm(force));
      CHECK(std::abs(quotient) > 1e-2 * test::norm(force));
    }
    Momenta kicked = force;
    hisq_force(u, boundary, kEpsilon, x, -1.0, kicked);  // adds eps times the force
    CHECK(test::norm(kicked) < 1e-12 * test::norm(force));
  }

  TEST_CASE("reference: the filtered derivative is that of a function, and does no work on a way around") {
    const Matrix3 f = any_matrices(kSmall, 57).link(0, 0), along = any_matrices(kSmall, 59).link(0, 0);
    const auto value = [&](const Matrix3& v) { return trace(filtered_part(v, kHisqForceFilter) * f).real(); };
    const auto work = [&](const Matrix3& v, const Matrix3& dv) {
      return trace(dv * unitary_part_chain(v, f, kHisqForceFilter).y).real();
    };
    for (const auto& [a, b, its_c] :
         {std::array{0.9, 0.5, 0.1}, std::array{0.9, 0.5, 0.01}, std::array{0.9, 0.02, 0.004},
          std::array{0.7, 0.01, 0.01}, std::array{0.015, 0.01, 0.02}, std::array{0.9, 0.5, 1e-6}}) {
      const auto& c = its_c;
      CAPTURE(c);
      const Matrix3 v = made_of(a, b, c, 58).v;
      const double want = slope([&](double h) { return value(v + Complex(h) * along); }, 1e-5);
      CHECK(work(v, along) == doctest::Approx(want).epsilon(1e-6));
      CHECK(distance(filtered_part(v, 0), unitary_part(v).w) < 1e-8);
    }
    // Around a matrix that is nearly singular, through all that the filter changes and out of it again.
    const Matrix3 centre = made_of(0.9, 0.5, 0.012, 58).v, up = any_matrices(kSmall, 61).link(0, 0);
    constexpr int kPieces = 2000;
    double total = 0, size = 0;
    for (int n = 0; n < kPieces; ++n) {
      const double angle = 2 * std::numbers::pi * (n + 0.5) / kPieces, radius = 0.05;
      const Matrix3 v = centre + Complex(radius * std::cos(angle)) * along +
                        Complex(radius * std::sin(angle)) * up,
                    dv = Complex(-radius * std::sin(angle)) * along + Complex(radius * std::cos(angle)) * up;
      const double piece = work(v, dv) * 2 * std::numbers::pi / kPieces;
      total += piece;
      size += std::abs(piece);
    }
    CHECK(std::abs(total) < 1e-3 * size);
    CHECK(size > 0.1);
  }

  TEST_CASE("reference: the filter changes the derivative of small singular values alone, and bounds it") {
    const Matrix3 f = any_matrices(kSmall, 57).link(0, 0);
    const Made fair = made_of(0.9, 0.5, 0.1, 58), poor = made_of(0.9, 1e-3, 1e-5, 58);
    CHECK(unitary_part_chain(fair.v, f, kHisqForceFilter).filtered == 0);
    CHECK(distance(unitary_part_chain(fair.v, f, kHisqForceFilter).y, unitary_part_chain(fair.v, f).y) == 0);
    const UnitaryChain bare = unitary_part_chain(poor.v, f),
                       kept = unitary_part_chain(poor.v, f, kHisqForceFilter);
    CHECK(kept.filtered == 2);
    CHECK(distance(kept.y, Matrix3{}) < 10 / std::sqrt(kHisqForceFilter));
    CHECK(distance(bare.y, Matrix3{}) > 2 * distance(kept.y, Matrix3{}));
  }
}

}  // namespace glueball::test::unit_reference_hisq
