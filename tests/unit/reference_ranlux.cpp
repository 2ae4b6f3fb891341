// The host's RANLUX against <random>, and against numbers that others have published.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <set>
#include <sstream>
#include <vector>

#include "cpu/ranlux.hpp"

namespace glueball::test::unit_reference_ranlux {
namespace {

using cpu::Ranlux;

/// Returns the standard library's engine in this state: 24 numbers, the oldest first, and the borrow.
std::ranlux24_base standard(const RanluxWords& words) {
  std::stringstream text;
  for (std::size_t k = 0; k < 24; ++k) text << words[k] << " ";
  text << (words[24] & 1u) << " 0";  // and where its ring begins
  std::ranlux24_base engine;
  text >> engine;
  REQUIRE_FALSE(text.fail());
  return engine;
}

TEST_SUITE("unit") {
  TEST_CASE("ranlux: the recurrence of <random>, from any state, at every luxury level") {
    const Geometry g({2, 4, 2, 2});
    const auto start = cpu::ranlux_start(g, 77);
    REQUIRE(start.size() == g.volume() + 1);
    for (const std::uint32_t lot : kRanluxLots)
      for (std::size_t site : {std::size_t(0), std::size_t(9), g.volume()}) {
        Ranlux ranlux(start[site], lot - 24);
        auto engine = standard(start[site]);
        for (int n = 0; n < 2000; ++n) {
          if (n % 24 == 0) engine.discard(lot - 24);
          REQUIRE(ranlux.next() == engine());
        }
      }
  }

  TEST_CASE("ranlux: ranlux24 of the standard, which uses 23 of 223, follows from the same recurrence") {
    // Its ten thousandth number is in the standard itself: 9901578; that of the base alone is 7937952.
    std::ranlux24_base base;
    std::stringstream text;
    text << base;
    RanluxWords words{};
    for (std::size_t k = 0; k < 24; ++k) text >> words[k];
    text >> words[24];
    words[24] = (words[24] & 1u) | 4u << 8;
    Ranlux ranlux(words, 0);  // every number is used
    std::uint32_t tenthousandth = 0, of_the_base = 0;
    int used = 0;
    for (int n = 1; used < 10000; ++n) {
      const std::uint32_t x = ranlux.next();
      if (n == 10000) of_the_base = x;
      if ((n - 1) % 223 < 23 && ++used == 10000) tenthousandth = x;
    }
    CHECK(of_the_base == 7937952);
    CHECK(tenthousandth == 9901578);
  }

  TEST_CASE("ranlux: James's own test values and those of the GNU Scientific Library") {
    // The values are from Comp. Phys. Comm. 79 (1994) 111, default seed, level 3: numbers 1 to 5 and 101 to
    // 105.
    Ranlux ranlux = Ranlux::from_seed(314159265, 3);
    std::vector<double> x;
    for (int n = 0; n < 105; ++n) x.push_back(ranlux.next() * 0x1p-24);
    const double first[] = {.53981817, .76155043, .06029940, .79600263, .30631220};
    const double later[] = {.43156743, .03774416, .24897110, .00147784, .90274453};
    for (std::size_t n = 0; n < 5; ++n) {
      CHECK(std::abs(x[n] - first[n]) < 6e-8);
      CHECK(std::abs(x[100 + n] - later[n]) < 6e-8);
    }
    // The values are the ten thousandth of gsl_rng_ranlux and gsl_rng_ranlux389.
    for (const auto& [level, value] : {std::pair{3, 12077992u}, {4, 165942u}}) {
      Ranlux gsl = Ranlux::from_seed(314159265, level);
      for (int n = 1; n < 10000; ++n) gsl.next();
      CHECK(gsl.next() == value);
    }
  }

  TEST_CASE("ranlux: blocks use every bit of six numbers, and a state taken between two goes on") {
    const auto start = cpu::ranlux_start(Geometry({2, 2, 2, 2}), 5);
    Ranlux numbers(start[3], 199), blocks(start[3], 199);
    for (int n = 0; n < 50; ++n) {
      const auto block = blocks.block();
      std::uint32_t bits = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        CHECK((block[k] >> 8) == numbers.next());
        if (k < 3) bits = bits << 8 | (block[k] & 0xFFu);
      }
      CHECK(bits == numbers.next());
      CHECK((block[3] & 0xFFu) == (numbers.next() >> 16));
      blocks = Ranlux(blocks.words(), 199);
    }
  }

  TEST_CASE("ranlux: sites, seeds and the lattice's own generator start apart") {
    const Geometry g({4, 2, 2, 4});
    std::set<RanluxWords> all;
    for (const std::uint64_t seed : {std::uint64_t(1), std::uint64_t(1) << 32})
      for (const auto& words : cpu::ranlux_start(g, seed)) all.insert(words);
    CHECK(all.size() == 2 * (g.volume() + 1));
  }
}

}  // namespace

}  // namespace glueball::test::unit_reference_ranlux
