// These tests check the reference's Philox numbers: known answers, counters, moments.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

#include "cpu/algebra.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/random.hpp"
#include "lattice/configuration.hpp"
#include "lattice/spin_basis.hpp"

namespace glueball::test::unit_reference_random {
namespace {

using namespace cpu;
using namespace reference;

/// Computes Philox4x32-10 as in Salmon et al. (2011), to judge the library and the order of the counter's
/// words.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c, std::uint32_t k0, std::uint32_t k1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t(0xD2511F53u) * c[0], b = std::uint64_t(0xCD9E8D57u) * c[2];
    c = {std::uint32_t(b >> 32) ^ c[1] ^ k0, std::uint32_t(b), std::uint32_t(a >> 32) ^ c[3] ^ k1,
         std::uint32_t(a)};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("reference: Philox gives Random123's known answers and the documented counter") {
    CHECK(philox({0, 0, 0, 0}, 0, 0) ==
          std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    CHECK(random_bits(0x123456789abcdef0, Stream::pseudofermion, 11, 22, 33) ==
          philox({22, 33, 11, 2}, 0x9abcdef0, 0x12345678));
    const auto bits = philox({0, 0, 8, 3}, 5, 1);
    const double u = uniform((1ull << 32) + 5, 8, Stream::metropolis);
    CHECK(u == double((std::uint64_t(bits[0]) << 32 | bits[1]) >> 11) / 9007199254740992.0);
  }

  TEST_CASE("reference: uniform numbers have the digits they are asked for, and never are zero") {
    CHECK(uniforms_of({0, 1, 0x80000000, 0xffffffff}) ==
          Uniforms{0x1p-33, 0x3p-33, 0.5 + 0x1p-33, 1 - 0x1p-33});
    // The lowest eleven bits of the lower word are left out.
    CHECK(uniforms_of({0, 0, 0x80000000, 0xffffffff}, {0, 0x800, 0x7ff, 0xffffffff}) ==
          Uniforms{0x1p-53, 0x1p-52, 0.5 + 0x1p-53, 1});
    const auto high = philox({22, 33, 11, 6}, 5, 0), low = philox({22, 41, 11, 6}, 5, 0);
    const Draws full = draws(5, Stream::heatbath, 11, 22, 33, Digits::full);
    CHECK(full.upper == uniforms_of(high));
    CHECK(full.full == uniforms_of(high, low));
    const Draws single = draws(5, Stream::heatbath, 11, 22, 33, Digits::single);
    CHECK(single.upper == uniforms_of(high));
    CHECK(single.full == uniforms_of(high));
  }

  TEST_CASE("hot starts: two gaussian rows a link, of a stream of their own, counted by site and direction") {
    const Geometry g({4, 2, 6, 4});
    const std::uint64_t seed = 0x100000005;
    const Configuration hot = hot_configuration(g, seed);
    const Site s = {3, 1, 4, 2};
    for (int mu = 0; mu < kDirections; ++mu) {
      Matrix3 rows;
      for (std::uint32_t k = 0; k < 6; ++k) {
        const auto block = philox({std::uint32_t(g.index(s)), 6 * std::uint32_t(mu) + k, 0, 4}, 5, 1);
        const auto normal = gaussians_of(block);
        rows[int(k / 3)][k % 3] = Complex(normal[0], normal[1]);
      }
      const Matrix3 d = hot.link(s, mu) - reunitarized(rows);
      CHECK(trace(d * adjoint(d)).real() < 1e-16);
    }
  }

  TEST_CASE("reference: momenta have unit variance and the documented draws") {
    const Geometry g({8, 6, 4, 12});
    Momenta p(g);
    gaussian_momenta(p, 2024, 3);
    const auto block = gaussians(2024, Stream::momenta, 3, 77, 5);  // 2 mu + k = 5: mu = 2, p_4..p_7
    for (int k = 0; k < 4; ++k) CHECK(p.at(77, 2)[4 + k] == block[k]);

    const double count = double(p.values().size() * 8);
    double mean = 0.0, fourth = 0.0, neighbours = 0.0;
    for (const auto& link : p.values()) {
      for (int a = 0; a < 8; ++a) {
        mean += link[a];
        fourth += link[a] * link[a] * link[a] * link[a];
        neighbours += link[a] * link[(a + 1) % 8];
      }
    }
    // The standard errors are 1, sqrt 2, sqrt 96 and 1 over sqrt count; five of them are allowed.
    CHECK(std::abs(mean / count) < 5 / std::sqrt(count));
    CHECK(std::abs(2 * kinetic(p) / count - 1) < 5 * std::sqrt(2 / count));
    CHECK(std::abs(fourth / count - 3) < 5 * std::sqrt(96 / count));
    CHECK(std::abs(neighbours / count) < 5 / std::sqrt(count));

    Momenta next(g);
    gaussian_momenta(next, 2024, 4);
    double correlation = 0.0;
    for (std::size_t n = 0; n < p.values().size(); ++n)
      for (int a = 0; a < 8; ++a) correlation += p.values()[n][a] * next.values()[n][a];
    CHECK(std::abs(correlation / count) < 5 / std::sqrt(count));
  }

  TEST_CASE("reference: kinetic energy is half the sum of squares") {
    Momenta p(Geometry({2, 2, 2, 2}));
    p.at(3, 1)[4] = 3.0;
    p.at(15, 3)[7] = -4.0;
    CHECK(kinetic(p) == 12.5);
  }

  TEST_CASE("reference: pseudofermion noise has |eta|^2 = 12 a site and the documented draws") {
    const Geometry g({4, 6, 8, 10});
    const ParitySpinorField even = gaussian_spinor(g, Parity::even, 99, 1);
    const ParitySpinorField odd = gaussian_spinor(g, Parity::odd, 99, 1);
    const double count = 24.0 * double(g.half_volume());
    for (const auto* eta : {&even, &odd})
      CHECK(std::abs(2 * norm2(*eta) / count - 1) < 5 * std::sqrt(2 / count));

    // Components 7 = (spin 2, colour 1) and 6 come from draw 3 at the site's lexicographic number, device
    // basis.
    const Site s = {1, 2, 3, 5};
    REQUIRE(Geometry::parity(s) == Parity::odd);
    const Spinor internal = to_internal(odd[g.half_index(s)]);
    const auto block = gaussians(99, Stream::pseudofermion, 1, std::uint32_t(g.index(s)), 3);
    CHECK(std::abs(internal[2][0] - Complex(block[0], block[1]) / std::sqrt(2.0)) < 1e-14);
    CHECK(std::abs(internal[2][1] - Complex(block[2], block[3]) / std::sqrt(2.0)) < 1e-14);
  }
}

}  // namespace glueball::test::unit_reference_random
