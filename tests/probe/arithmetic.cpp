// These tests compare lib/backend, lib/complex, lib/su3, lib/gamma and lib/algebra with the host's matrices.
#include <doctest/doctest.h>

#include "cpu/algebra.hpp"
#include "probe/buffers.hpp"
#include "reference/gauge_force.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "unit/reference_naive.hpp"

namespace glueball::test::probe_arithmetic {
namespace {

namespace probe = kernels::probe;

const Geometry kGeometry({4, 2, 6, 4});
constexpr std::uint32_t kItems = 96;
constexpr Sweep kOnce{.storage = false};

/// Largest |a - b| over the results of every item that are at first..first+count-1, against the largest |b|
/// there.
double worst(const std::vector<float>& a, const std::vector<double>& b, std::size_t item, std::size_t first,
             std::size_t count) {
  double error = 0, scale = 0;
  for (std::size_t start = first; start < b.size(); start += item)
    for (std::size_t k = start; k < start + count; ++k) {
      error = std::max(error, std::abs(double(a[k]) - b[k]));
      scale = std::max(scale, std::abs(b[k]));
      if (!std::isfinite(a[k])) return std::numeric_limits<double>::infinity();
    }
  REQUIRE(scale > 0);
  return error / scale;
}

TEST_SUITE("probe") {
  TEST_CASE("backend: arguments arrive in order, the workgroup has the size asked for") {
    for_each_lattice(kGeometry, kOnce, [](const DeviceLattice& lattice) {
      BoundMemory out = output<std::uint32_t>(lattice, 6);
      probe::Backend::run(
          lattice, {.parity = 1, .seed_low = 0x89abcdef, .seed_high = 0x01234567, .step = 77, .stream = 5},
          out);
      const auto words = contents<std::uint32_t>(lattice, out);
      const std::uint32_t size = lattice.device().info().type == gpu::DeviceType::software ? 64 : 128;
      CHECK(words == std::vector<std::uint32_t>{1, 0x89abcdef, 0x01234567, 77, 5, size});
    });
  }

  TEST_CASE("complex: products and multiplication by i") {
    const auto numbers = random_floats(4 * kItems, 1);
    std::vector<double> want;
    for (std::uint32_t i = 0; i < kItems; ++i) {
      Reader in(numbers, 4 * i);
      const Complex a = in.complex(), b = in.complex();
      append(want, a * b);
      append(want, std::conj(a) * b);
      append(want, Complex(0, 1) * a);
    }
    for_each_lattice(kGeometry, kOnce, [&](const DeviceLattice& lattice) {
      const BoundMemory in = input(lattice, numbers);
      BoundMemory out = output<float>(lattice, want.size());
      probe::Complex::run(lattice, {.count = kItems}, in, out);
      const auto got = contents<float>(lattice, out);
      CHECK(worst(got, want, 6, 0, 4) < 3e-7);
      CHECK(worst(got, want, 6, 4, 2) == 0);
    });
  }

  TEST_CASE("su3: every function against matrices of doubles") {
    constexpr std::size_t kIn = 66, kOut = 273;
    const auto random = random_floats(kItems * 56, 2);
    std::vector<float> numbers;
    for (std::uint32_t i = 0; i < kItems; ++i) {
      const float* from = random.data() + i * 56;
      numbers.insert(numbers.end(), from, from + 48);
      // Exponents from tiny to |Q| = 4, the largest that exp_i does not halve.
      AlgebraVector p;
      double norm2 = 0;
      for (int a = 0; a < 8; ++a) norm2 += (p[a] = from[48 + a]) * p[a];
      const double length = 4.0 * (i + 0.01) / kItems;
      for (double& x : p) x *= length * std::sqrt(2.0 / norm2);  // Tr Q^2 = sum p^2 / 2
      std::vector<double> q;
      append(q, cpu::hermitian(p));
      numbers.insert(numbers.end(), q.begin(), q.end());
    }
    std::vector<double> want;
    for (std::uint32_t i = 0; i < kItems; ++i) {
      Reader in(numbers, i * kIn);
      const Matrix3 a = in.matrix(), b = in.matrix();
      const auto c = in.colour(), d = in.colour();
      const Matrix3 q = in.matrix();
      const auto times = [](const Matrix3& m, const std::array<Complex, 3>& v) {
        std::array<Complex, 3> r{};
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l) r[k] += m[k][l] * v[l];
        return r;
      };
      Matrix3 outer, rows = a;
      std::array<Complex, 3> sum, difference, half, turned;
      for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < 3; ++l) outer[k][l] = c[k] * std::conj(d[l]);
        sum[k] = c[k] + d[k];
        difference[k] = c[k] - d[k];
        half[k] = 0.5 * c[k];
        turned[k] = Complex(0, 1) * c[k];
      }
      rows[0] = c;
      rows[1] = d;
      complete_third_row(rows);
      for (const Matrix3& m :
           {a, Matrix3::identity(), a + b, a - b, Complex(0.5) * a, adjoint(a), a * b, a * adjoint(b),
            adjoint(a) * b, outer, reunitarized(a), reference::exponential(cpu::coefficients(q), 1.0)})
        append(want, m);
      for (const auto& v :
           {times(a, c), times(adjoint(a), c), rows[2], sum, difference, half, turned, a[0], a[2]})
        append(want, v);
      append(want, trace(a));
      want.push_back(trace(a * adjoint(b)).real());
    }
    REQUIRE(want.size() == kItems * kOut);
    for_each_lattice(kGeometry, kOnce, [&](const DeviceLattice& lattice) {
      const BoundMemory in = input(lattice, numbers);
      BoundMemory out = output<float>(lattice, want.size());
      probe::Su3::run(lattice, {.count = kItems}, in, out);
      const auto got = contents<float>(lattice, out);
      const char* matrices[] = {"rows", "unit",    "add",     "sub",   "scale",       "adjoint",
                                "mul",  "mul_adj", "adj_mul", "outer", "reunitarize", "exp_i"};
      for (std::size_t k = 0; k < 12; ++k) {
        CAPTURE(std::string(matrices[k]));
        // Gram-Schmidt of two nearly parallel random rows amplifies rounding.
        CHECK(worst(got, want, kOut, 18 * k, 18) < (k == 10 ? 1e-5 : 1e-6));
      }
      const char* vectors[] = {"mul",   "adj_mul", "third_row", "add",  "sub",
                               "scale", "times_i", "row 0",     "row 2"};
      for (std::size_t k = 0; k < 9; ++k) {
        CAPTURE(std::string(vectors[k]));
        CHECK(worst(got, want, kOut, 216 + 6 * k, 6) < 1e-6);
      }
      CHECK(worst(got, want, kOut, 270, 2) < 1e-6);
      CHECK(worst(got, want, kOut, 272, 1) < 1e-6);
    });
  }

  TEST_CASE("gamma: project and expand are 1 -+ gamma_mu, gamma5 is the product of the four") {
    const auto numbers = random_floats(24 * kItems, 3);
    const auto gamma = internal_gammas();
    std::vector<double> want;
    for (std::uint32_t i = 0; i < kItems; ++i) {
      Reader in(numbers, 24 * i);
      Spinor psi;
      for (auto& colour : psi.s) colour = in.colour();
      std::vector<Spinor> results{gamma[0] * (gamma[1] * (gamma[2] * (gamma[3] * psi)))};
      for (int mu = 0; mu < 4; ++mu)
        for (const double sign : {-1.0, 1.0}) {
          Spinor r = psi;
          add(1.0, psi, r);
          add(sign, gamma[mu] * psi, r);
          results.push_back(r);
        }
      for (const Spinor& r : results)
        for (const auto& colour : r.s) append(want, colour);
    }
    for_each_lattice(kGeometry, kOnce, [&](const DeviceLattice& lattice) {
      const BoundMemory in = input(lattice, numbers);
      BoundMemory out = output<float>(lattice, want.size());
      probe::Gamma::run(lattice, {.count = kItems}, in, out);
      const auto got = contents<float>(lattice, out);
      for (std::size_t k = 0; k < 9; ++k) {
        CAPTURE(k);
        CHECK(worst(got, want, 216, 24 * k, 24) < 3e-7);
      }
    });
  }

  TEST_CASE("algebra: matrices of coefficients, coefficients of matrices") {
    const auto numbers = random_floats(26 * kItems, 4);
    std::vector<double> want;
    for (std::uint32_t i = 0; i < kItems; ++i) {
      Reader in(numbers, 26 * i);
      AlgebraVector p;
      for (double& x : p) x = 2.5 * in.real();
      append(want, cpu::hermitian(p));
      for (const double x : cpu::imaginary_traces(in.matrix())) want.push_back(2 * x);
    }
    for_each_lattice(kGeometry, kOnce, [&](const DeviceLattice& lattice) {
      const BoundMemory in = input(lattice, numbers);
      BoundMemory out = output<float>(lattice, want.size());
      probe::Algebra::run(lattice, {.count = kItems}, in, out);
      const auto got = contents<float>(lattice, out);
      CHECK(worst(got, want, 26, 0, 18) < 1e-6);
      CHECK(worst(got, want, 26, 18, 8) < 1e-6);
    });
  }
}

}  // namespace

}  // namespace glueball::test::probe_arithmetic
