// These tests check the reference's Wilson operator: against 4x4 matrices written out, its symmetries, the
// free field.
#include <doctest/doctest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/wilson_kernel.hpp"
#include "reference/cg.hpp"
#include "support/skip.hpp"
#include "unit/reference_naive.hpp"

namespace glueball::test::unit_reference_wilson {
namespace {

using namespace cpu;
using namespace reference;

constexpr Boundary kMixed = {1, -1, 1, -1};

ParitySpinorField noise(const Geometry& g, Parity parity, std::uint32_t step) {
  return gaussian_spinor(g, parity, 4711, step, Stream::noise);
}

ParityField<float> to_float(const ParitySpinorField& a) {
  ParityField<float> r(a.size());
  for (std::size_t n = 0; n < a.size(); ++n)
    for (int s = 0; s < 4; ++s)
      for (int c = 0; c < 3; ++c) r[n][s][c] = std::complex<float>(a[n][s][c]);
  return r;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: the hop is the one written out with 4x4 matrices") {
    for (const Site& extents : {Site{4, 2, 6, 8}, Site{2, 6, 4, 2}, Site{6, 4, 2, 4}}) {
      const Geometry g(extents);
      const Configuration u = hot_configuration(g, 3);
      const WilsonOperator<double> m(u, 0.1, kMixed);
      const WilsonOperator<float> single(u, 0.1, kMixed);
      const auto gamma5 = test::external_gammas()[4];
      using test::operator*;
      for (const Parity target : {Parity::even, Parity::odd}) {
        const ParitySpinorField in = noise(g, other(target), 1);
        const ParitySpinorField expected = test::naive_hop(u, kMixed, target, in);
        ParitySpinorField out(g.half_volume());
        m.hop(target, in, out);
        CHECK(test::relative_difference(out, expected) < 1e-15);
        ParityField<float> out_single(g.half_volume());
        single.hop(target, to_float(in), out_single);
        CHECK(test::relative_difference(out_single, expected) < 3e-7);

        ParitySpinorField flipped = in;
        for (Spinor& psi : flipped) psi = gamma5 * psi;
        ParitySpinorField dagger = test::naive_hop(u, kMixed, target, flipped);
        for (Spinor& psi : dagger) psi = gamma5 * psi;
        m.hop(target, in, out, true);
        CHECK(test::relative_difference(out, dagger) < 1e-15);
        CHECK(test::relative_difference(out, expected) > 0.1);
      }
    }
  }

  TEST_CASE("reference: the plain and the AVX2 inner loop agree") {
    constexpr std::size_t kSites = 40;
    std::vector<double> links(kSites * 8 * 18), in(kSites * 24), out[2];
    for (std::size_t n = 0; n < links.size(); ++n) links[n] = std::sin(1.0 + 0.7 * double(n));
    for (std::size_t n = 0; n < in.size(); ++n) in[n] = std::cos(0.3 * double(n));
    std::vector<std::int32_t> neighbours(kSites * 8);
    for (std::size_t n = 0; n < neighbours.size(); ++n) neighbours[n] = std::int32_t((7 * n + 3) % kSites);
    const HopKernel<double> kernels[2] = {baseline_hop<double>(), avx2_hop<double>()};
    if (!kernels[1]) {
      test::skip("this CPU or build has no AVX2 with FMA");
      return;
    }
    for (int k = 0; k < 2; ++k) {
      out[k].assign(in.size(), 0.0);
      kernels[k]({links.data(), neighbours.data(), in.data(), out[k].data(), false}, 0, kSites);
    }
    double worst = 0.0, size = 0.0;
    for (std::size_t n = 0; n < in.size(); ++n) {
      worst = std::max(worst, std::abs(out[0][n] - out[1][n]));
      size = std::max(size, std::abs(out[0][n]));
    }
    CHECK(size > 1.0);
    CHECK(worst < 1e-14 * size);
  }

  TEST_CASE("reference: adjoints, hermiticity and positivity") {
    const Geometry g({4, 2, 6, 8});
    const Configuration u = hot_configuration(g, 8);
    const WilsonOperator<double> m(u, 0.12);
    const std::size_t half = g.half_volume();
    const FullField<double> a = {noise(g, Parity::even, 2), noise(g, Parity::odd, 2)};
    const FullField<double> b = {noise(g, Parity::even, 3), noise(g, Parity::odd, 3)};
    const double scale = std::sqrt(norm2(a[0]) * norm2(b[0]));
    ParitySpinorField x(half), y(half);
    m.hop(Parity::even, b[1], x);
    m.hop(Parity::odd, a[0], y, true);
    CHECK(std::abs(dot(a[0], x) - dot(y, b[1])) < 1e-13 * scale);
    m.even_odd(b[0], x);
    m.even_odd(a[0], y, true);
    CHECK(std::abs(dot(a[0], x) - dot(y, b[0])) < 1e-13 * scale);
    m.normal(b[0], x);
    m.normal(a[0], y);
    CHECK(std::abs(dot(a[0], x) - dot(y, b[0])) < 1e-13 * scale);
    m.even_odd(b[0], y);
    CHECK(dot(b[0], x).real() == doctest::Approx(norm2(y)).epsilon(1e-13));

    // Mhat is the Schur complement of M: M (x_e, kappa H_oe x_e) = (Mhat x_e, 0).
    FullField<double> full = {b[0], ParitySpinorField(half)}, image = full;
    m.hop(Parity::odd, b[0], full[1]);
    for (Spinor& psi : full[1])
      for (int s = 0; s < 4; ++s)
        for (Complex& z : psi[s]) z *= m.kappa();
    m.full(full, image);
    CHECK(test::relative_difference(image[0], y) < 1e-14);
    CHECK(norm2(image[1]) < 1e-26 * norm2(image[0]));
  }

  TEST_CASE("reference: the hop is gauge covariant") {
    const Geometry g({2, 4, 6, 4});
    const Configuration u = hot_configuration(g, 21);
    Configuration turned = u;
    const Configuration rotations = hot_configuration(g, 22);  // the links in x serve as one rotation a site
    const auto rotation = [&](const Site& s) -> const Matrix3& { return rotations.link(s, 0); };
    for (std::size_t n = 0; n < g.volume(); ++n) {
      const Site s = g.site(n);
      for (int mu = 0; mu < kDirections; ++mu)
        turned.link(n, mu) = rotation(s) * u.link(n, mu) * adjoint(rotation(g.neighbour(s, mu)));
    }
    using test::operator*;
    const WilsonOperator<double> m(u, 0.1), m_turned(turned, 0.1);
    ParitySpinorField in = noise(g, Parity::odd, 4), out(in.size()), out_turned(in.size());
    m.hop(Parity::even, in, out);
    for (std::size_t n = 0; n < in.size(); ++n) {
      in[n] = rotation(g.half_site(Parity::odd, n)) * in[n];
      out[n] = rotation(g.half_site(Parity::even, n)) * out[n];
    }
    m_turned.hop(Parity::even, in, out_turned);
    CHECK(test::relative_difference(out_turned, out) < 3e-15);
    m.hop(Parity::even, in, out_turned);
    CHECK(test::relative_difference(out_turned, out) > 0.1);
  }

  TEST_CASE("reference: on cold links plane waves see sum 2 cos p - 2 i gamma sin p") {
    const Geometry g({4, 6, 2, 8});
    const WilsonOperator<double> m(Configuration(g), 0.1);
    const double pi = std::numbers::pi;
    const double p[4] = {2 * pi / 4, 2 * pi * 2 / 6, 2 * pi / 2,
                         2 * pi * 1.5 / 8};  // half integer: antiperiodic
    Spinor w;
    for (int s = 0; s < 4; ++s)
      for (int c = 0; c < 3; ++c) w[s][c] = Complex(1.0 + s - 0.3 * c, 0.2 * s * c - 0.5);
    const auto gamma = test::external_gammas();
    using test::operator*;
    Spinor hw;
    for (int mu = 0; mu < 4; ++mu) {
      test::add(2 * std::cos(p[mu]), w, hw);
      const Spinor gw = gamma[mu] * w;
      for (int s = 0; s < 4; ++s)
        for (int c = 0; c < 3; ++c) hw[s][c] += Complex(0, -2 * std::sin(p[mu])) * gw[s][c];
    }
    const auto wave = [&](Parity parity, const Spinor& amplitude) {
      ParitySpinorField f(g.half_volume());
      for (std::size_t n = 0; n < f.size(); ++n) {
        const Site s = g.half_site(parity, n);
        double phase = 0.0;
        for (int mu = 0; mu < 4; ++mu) phase += p[mu] * s[mu];
        for (int spin = 0; spin < 4; ++spin)
          for (int c = 0; c < 3; ++c) f[n][spin][c] = std::polar(1.0, phase) * amplitude[spin][c];
      }
      return f;
    };
    ParitySpinorField out(g.half_volume());
    for (const Parity target : {Parity::even, Parity::odd}) {
      m.hop(target, wave(other(target), w), out);
      CHECK(test::relative_difference(out, wave(target, hw)) < 2e-15);
    }
  }

  TEST_CASE("reference: sums and operators give the same bits on one thread and on three") {
    const Geometry g({8, 6, 8, 10});  // large enough to be shared between threads
    const WilsonOperator<double> m(hot_configuration(g, 2), 0.12);
    const ParitySpinorField a = noise(g, Parity::even, 5), b = noise(g, Parity::even, 6);
    const int before = omp_get_max_threads();
    double norm[2];
    Complex product[2];
    ParitySpinorField image[2];
    for (int k = 0; k < 2; ++k) {
      omp_set_num_threads(k == 0 ? 1 : 3);
      image[k].resize(a.size());
      m.normal(a, image[k]);
      norm[k] = norm2(image[k]);
      product[k] = dot(b, image[k]);
    }
    omp_set_num_threads(before);
    CHECK(norm[0] == norm[1]);
    CHECK(product[0] == product[1]);
    CHECK(norm2(to_float(a)) == doctest::Approx(norm2(a)).epsilon(1e-7));
    CHECK(dot(a, a).real() == doctest::Approx(norm2(a)).epsilon(1e-14));
  }

  TEST_CASE("reference: conjugate gradients solve the normal and the full system, and say when they do not") {
    const Geometry g({4, 2, 6, 8});
    const WilsonOperator<double> m(hot_configuration(g, 12), 0.12);
    const FullField<double> truth = {noise(g, Parity::even, 7), noise(g, Parity::odd, 7)};
    ParitySpinorField b(g.half_volume()), x(g.half_volume());
    m.normal(truth[0], b);
    const CgResult normal = conjugate_gradient(m, b, x, 1e-13);
    CHECK(normal.residual < 2e-13);
    CHECK(normal.iterations > 5);
    CHECK(test::relative_difference(x, truth[0]) < 1e-12);
    CHECK(conjugate_gradient(m, b, x, 1e-12).iterations == 0);  // starts from the given x

    FullField<double> rhs = truth, solution;
    m.full(truth, rhs);
    CHECK(solve(m, rhs, solution, 1e-14).residual < 1e-13);
    for (int parity = 0; parity < 2; ++parity)
      CHECK(test::relative_difference(solution[parity], truth[parity]) < 1e-12);

    x.assign(x.size(), Spinor{});
    CHECK_THROWS_WITH(conjugate_gradient(m, b, x, 1e-13, 3), doctest::Contains("after 3 iterations"));
    ParitySpinorField small(3);
    CHECK_THROWS_WITH(m.hop(Parity::even, small, x), doctest::Contains("3 sites"));
    CHECK_THROWS_WITH(WilsonOperator<double>(Configuration(g), 0.1, {1, 1, 1, 0}),
                      doctest::Contains("boundary"));
  }
}

}  // namespace glueball::test::unit_reference_wilson
