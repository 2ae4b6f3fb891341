// These tests compare lib/philox with the bits of Random123, and its transforms with double precision at
// every magnitude.
#include <Random123/philox.h>
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <numbers>

#include "probe/buffers.hpp"
#include "support/devices.hpp"

namespace glueball::test::probe_philox {
namespace {

const Geometry kGeometry({8, 8, 8, 16});  // room for 4096 items
constexpr std::size_t kIn = 6, kOut = 11;

/// Counters whose first words reach every branch of the transforms and the ends of their ranges.
std::vector<std::uint32_t> counters() {
  std::vector<std::uint32_t> first{0, 1, 2, 3, 0xffffffff, 0xfffffffe, 0xfffffffd};
  for (std::uint32_t bit = 2; bit < 32; ++bit)
    for (int d = -2; d <= 2; ++d) first.push_back((1u << bit) + std::uint32_t(d));
  // The values lie around the logarithm's switch at 3/4 and sqrt(1/2), and around every eighth of a turn.
  for (const std::uint32_t edge :
       {0xC0000000u, 0xB504F333u, 0x20000000u, 0x60000000u, 0xA0000000u, 0xE0000000u})
    for (int d = -3; d <= 3; ++d) first.push_back(edge + std::uint32_t(d));
  std::vector<std::uint32_t> words;
  const r123::Philox4x32 generator;
  for (std::uint32_t n = 0; n < 4096; ++n) {
    const auto random = generator({{n, 1, 2, 3}}, {{4, 5}});
    const std::uint32_t chosen = n < first.size() ? first[n] : random[0] >> (n % 3 == 0 ? n % 32 : 0);
    words.insert(words.end(), {chosen, random[1], n % 7, n % 6, random[2], random[3]});
  }
  for (std::size_t k = 0; k < kIn; ++k) words[kIn * 4094 + k] = 0, words[kIn * 4095 + k] = 0xffffffff;
  return words;
}

TEST_SUITE("probe") {
  TEST_CASE("philox: bit for bit Random123, logarithm and circle as double precision has them") {
    const auto words = counters();
    const std::size_t count = words.size() / kIn;
    REQUIRE(count == kGeometry.half_volume());
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      const BoundMemory in = input(lattice, words);
      BoundMemory out = output<std::uint32_t>(lattice, kOut * count);
      kernels::probe::Philox::run(lattice, {.count = std::uint32_t(count)}, in, out);
      const auto got = contents<std::uint32_t>(lattice, out);
      const r123::Philox4x32 generator;
      std::size_t wrong_bits = 0;
      double log_error = 0, circle_error = 0, normal_error = 0;
      const auto note = [](double& worst, double error) { worst = error <= worst ? worst : error; };
      for (std::size_t n = 0; n < count; ++n) {
        const auto* c = words.data() + kIn * n;
        const auto* g = got.data() + kOut * n;
        const auto real = [&](std::size_t k) { return double(std::bit_cast<float>(g[k])); };
        const auto block = generator({{c[0], c[1], c[2], c[3]}}, {{c[4], c[5]}});
        for (std::size_t k = 0; k < 4; ++k) wrong_bits += g[k] != block[k];
        const double u = (c[0] + 0.5) * 0x1p-32, phi = 2 * std::numbers::pi * u;
        note(log_error, std::abs(real(4) / -std::log(u) - 1));
        note(circle_error, std::abs(real(5) - std::cos(phi)));
        note(circle_error, std::abs(real(6) - std::sin(phi)));
        for (std::size_t k = 0; k < 4; ++k) {
          const double v = (block[k & 2] + 0.5) * 0x1p-32,
                       turn = 2 * std::numbers::pi * (block[k | 1] + 0.5) * 0x1p-32;
          const double want = std::sqrt(-2 * std::log(v)) * (k & 1 ? std::sin(turn) : std::cos(turn));
          note(normal_error, std::abs(real(7 + k) - want));
        }
      }
      CHECK(wrong_bits == 0);
      CHECK(log_error < 5e-7);
      CHECK(circle_error < 3e-7);
      CHECK(normal_error < 2e-6);  // of numbers up to about 5
    });
  }
}

}  // namespace

}  // namespace glueball::test::probe_philox
