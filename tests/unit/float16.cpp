// These tests check every 16-bit float, and the rounding between them.
#include "base/float16.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace glueball::test::unit_float16 {
namespace {

/// Computes the value by the definition of binary16.
double value_of(std::uint32_t stored) {
  const std::uint32_t exponent = stored >> 10 & 31u, fraction = stored & 1023u;
  const double size =
      exponent == 0 ? std::ldexp(double(fraction), -24) : std::ldexp(1024.0 + fraction, int(exponent) - 25);
  return stored & 0x8000u ? -size : size;
}

TEST_SUITE("unit") {
  TEST_CASE("float16: every number comes back") {
    for (std::uint32_t n = 0; n < 0x10000u; ++n) {
      const auto stored = std::uint16_t(n);
      if ((n & 0x7C00u) == 0x7C00u) continue;
      const float x = from_float16(stored);
      if (double(x) != value_of(n) || to_float16(x) != stored) FAIL_CHECK(n);
    }
    CHECK(std::isinf(from_float16(0x7C00u)));
    CHECK(from_float16(0xFC00u) < 0);
    CHECK(std::isnan(from_float16(0x7C01u)));
    CHECK(to_float16(INFINITY) == 0x7C00u);
    CHECK(std::isnan(from_float16(to_float16(NAN))));
  }

  TEST_CASE("float16: between two the nearer one, half-way the even one") {
    for (std::uint32_t n = 0; n < 0x7BFFu; ++n) {
      const float low = from_float16(std::uint16_t(n)), high = from_float16(std::uint16_t(n + 1));
      const float middle = 0.5f * (low + high);  // exact: 11 bits and one more
      const std::uint32_t even = n & 1u ? n + 1 : n;
      for (const std::uint32_t sign : {0u, 0x8000u}) {
        const float s = sign ? -1.0f : 1.0f;
        if (to_float16(s * middle) != (sign | even)) FAIL_CHECK(n);
        if (to_float16(s * std::nextafter(middle, low)) != (sign | n)) FAIL_CHECK(n);
        if (to_float16(s * std::nextafter(middle, high)) != (sign | (n + 1))) FAIL_CHECK(n);
      }
    }
    CHECK(to_float16(65519.996f) == 0x7BFFu);
    CHECK(to_float16(65520.0f) == 0x7C00u);
    CHECK(to_float16(std::numeric_limits<float>::min()) == 0);
  }
}

}  // namespace

}  // namespace glueball::test::unit_float16
