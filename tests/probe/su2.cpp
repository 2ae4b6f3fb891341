// These tests compare lib/su2 and lib/su2_heatbath with the host's quaternions, and the heatbath's numbers
// with their exact density.
#include "reference/su2.hpp"

#include <doctest/doctest.h>

#include "cpu/random.hpp"
#include "probe/buffers.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/kolmogorov.hpp"

namespace glueball::test::probe_su2 {
namespace {

const Geometry kGeometry({8, 8, 8, 16});  // room for 4096 items
constexpr std::uint32_t kItems = 4096;
constexpr std::size_t kIn = 28, kOut = 75;
/// Strengths on both sides of the switch between the proposals, and at the ends.
constexpr double kAlphas[] = {0, 1e-4, 0.05, 0.7, 1.68, 1.69, 4, 20};
constexpr std::size_t kPerAlpha = kItems / std::size(kAlphas);

/// Returns the numbers that the probe draws for item i, attempt k.
cpu::Draws numbers_of(std::uint32_t i, std::uint32_t draw, std::uint32_t stream) {
  return cpu::draws(0x300000002, Stream(stream), 0, i, draw, cpu::Digits::single);
}

std::vector<float> items() {
  std::vector<float> numbers = random_floats(kItems * kIn, 7);
  for (std::uint32_t i = 0; i < kItems; ++i) {
    float* k = numbers.data() + i * kIn + 22;
    const double length = std::sqrt(k[0] * k[0] + k[1] * k[1] + k[2] * k[2] + k[3] * k[3]);
    for (int c = 0; c < 4; ++c) k[c] = float(k[c] * kAlphas[i / kPerAlpha] / length);
    // The largest number that is accepted: divided by what accepts it, it must not come to more than 1.
    float* accepted = k + 4;
    accepted[1] = std::min(1.0f, std::abs(accepted[1]) + 1e-6f);
    accepted[0] = std::nextafter(accepted[1], 0.0f);
  }
  return numbers;
}

reference::Quaternion quaternion(Reader& in) {
  reference::Quaternion q;
  for (double& x : q) x = in.real();
  return q;
}

TEST_SUITE("probe") {
  TEST_CASE("su2: parts, products, reflections, and the heatbath's elements as the host has them") {
    const auto numbers = items();
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      const BoundMemory in = input(lattice, numbers);
      BoundMemory out = output<float>(lattice, kItems * kOut);
      kernels::probe::Su2::run(lattice, {.count = kItems}, in, out);
      const auto got = contents<float>(lattice, out);
      double algebra = 0, sample = 0;
      int turned = 0, away = 0;
      std::vector<std::vector<double>> heights(std::size(kAlphas));
      for (std::uint32_t i = 0; i < kItems; ++i) {
        Reader from(numbers, i * kIn), result(got, i * kOut);
        const Matrix3 w = from.matrix();
        const reference::Quaternion a = quaternion(from), k = quaternion(from);
        const auto compare = [](double& worst, const auto& x, const auto& y) {
          for (std::size_t c = 0; c < std::size(x); ++c) worst = std::max(worst, std::abs(x[c] - y[c]));
        };
        for (int g = 0; g < reference::kSubgroups; ++g) {
          compare(algebra, quaternion(result), reference::su2_part(w, g));
          const Matrix3 product = result.matrix(), want = reference::su2_times(a, w, g);
          for (int row = 0; row < 3; ++row) compare(algebra, product[row], want[row]);
        }
        if (reference::length(k) > 1e-3)
          compare(algebra, quaternion(result), reference::su2_reflection(k));
        else
          quaternion(result);
        const auto b = quaternion(result);
        const auto want =
            reference::su2_heatbath(k, numbers_of(i, 0, 1).full[0], cpu::Digits::single,
                                    [&](int attempt) { return numbers_of(i, std::uint32_t(attempt), 0); });
        double distance = 0;
        compare(distance, b, want);
        // Rounding may turn a decision: rarely, and then everything differs.
        if (distance > 1e-4)
          ++turned;
        else
          sample = std::max(sample, distance);
        away += !(std::abs(reference::length(b) - 1) <= 1e-5);
        const double height = result.real();
        CHECK(height > 0.9999998);
        CHECK(height <= 1);
        const double alpha = reference::length(k);
        // a = b k^+ / |k|, so this is |k| times the b that was drawn
        const auto element = reference::operator*(b, k);
        heights[i / kPerAlpha].push_back(alpha > 0 ? element[0] / alpha : b[0]);
      }
      CHECK(algebra < 1e-5);  // of numbers up to about 10
      CHECK(sample < 2e-5);
      CHECK(turned <= 1);
      CHECK(away == 0);
      for (std::size_t n = 0; n < heights.size(); ++n) {
        CAPTURE(kAlphas[n]);
        CHECK(kolmogorov_probability(heights[n], [&](double x) { return su2_distribution(kAlphas[n], x); }) >
              1e-3);
      }
    });
  }
}

}  // namespace

}  // namespace glueball::test::probe_su2
