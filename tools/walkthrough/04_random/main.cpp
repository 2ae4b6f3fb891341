// Chapter 4: random numbers on the GPU, held against Random123 on the CPU, and what they look like.
#include <Random123/philox.h>

#include <array>
#include <numbers>

#include "../chapter.hpp"
#include "../picture.hpp"

glueball::gpu::ShaderPack walkthrough_04_random_shaders();

namespace {

using namespace glueball;
using chapter::in, chapter::out;
using Bits = std::array<std::uint32_t, 4>;
using Normal = std::array<float, 4>;

constexpr std::uint32_t kBlocks = 1u << 18, kGroup = 64;

struct Random {
  std::uint32_t seed_low, seed_high, step;
};
constexpr Random kRandom{2006, 0, 1};

/// The authors' own code, and Box and Muller in double precision.
Bits bits_on_cpu(std::uint32_t i) {
  const auto block = r123::Philox4x32()({{i, 0, kRandom.step, 0}}, {{kRandom.seed_low, kRandom.seed_high}});
  return {block[0], block[1], block[2], block[3]};
}
double uniform(std::uint32_t bits) { return (bits + 0.5) * 0x1p-32; }
std::array<double, 4> normal_on_cpu(const Bits& b) {
  const double r = std::sqrt(-2 * std::log(uniform(b[0]))), phi = 2 * std::numbers::pi * uniform(b[1]),
               s = std::sqrt(-2 * std::log(uniform(b[2]))), chi = 2 * std::numbers::pi * uniform(b[3]);
  return {r * std::cos(phi), r * std::sin(phi), s * std::cos(chi), s * std::sin(chi)};
}

/// Of all points in a square those in its quarter circle are pi / 4. In integers: the same on every machine.
double four_times_inside(const std::vector<Bits>& bits) {
  std::uint64_t inside = 0;
  for (const Bits& b : bits)
    for (int k = 0; k < 4; k += 2) {
      const std::uint64_t x = b[k] >> 1, y = b[k + 1] >> 1;
      inside += x * x + y * y < std::uint64_t(1) << 62;
    }
  return 4 * double(inside) / (2.0 * double(bits.size()));
}

/// Bars of a histogram, with the share that the normal distribution has in each bin.
void draw(const std::vector<Normal>& normal) {
  constexpr int kBins = 15;
  constexpr double kWidth = 0.4;
  std::array<int, kBins> counts{};
  for (const Normal& four : normal)
    for (const float x : four)
      if (const double bin = std::floor(x / kWidth + 0.5 * kBins); bin >= 0 && bin < kBins)
        ++counts[std::size_t(bin)];
  for (int bin = 0; bin < kBins; ++bin) {
    const double low = kWidth * (bin - 0.5 * kBins),
                 share = 100.0 * counts[std::size_t(bin)] / (4.0 * double(normal.size()));
    const double expected =
        50 * (std::erf((low + kWidth) / std::numbers::sqrt2) - std::erf(low / std::numbers::sqrt2));
    fmt::print("{:5.1f} {:5.1f}% ({:5.1f}%) {}\n", low + 0.5 * kWidth, share, expected,
               std::string(std::size_t(std::lround(3 * share)), '#'));
  }
}

/// The density of the numbers in small bins, and that of the normal distribution.
LinePlot density(const std::vector<Normal>& normal) {
  constexpr int kBins = 80;
  constexpr double kWidth = 0.1, kLow = -0.5 * kBins * kWidth;
  LinePlot plot{.title = "A million normal numbers", .x_label = "x", .y_label = "density"};
  plot.series = {{.name = "drawn", .joined = false}, {.name = "exp(-x²/2)", .dashed = true}};
  std::array<int, kBins> counts{};
  for (const Normal& four : normal)
    for (const float x : four)
      if (const double bin = std::floor((double(x) - kLow) / kWidth); bin >= 0 && bin < kBins)
        ++counts[std::size_t(bin)];
  for (int bin = 0; bin < kBins; ++bin) {
    const double x = kLow + kWidth * (bin + 0.5), all = 4.0 * double(normal.size()) * kWidth;
    plot.series[0].points.push_back({x, counts[std::size_t(bin)] / all});
    plot.series[1].points.push_back({x, std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi)});
  }
  return plot;
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  fmt::print("{} blocks of four random words, seed {}\n", kBlocks, kRandom.seed_low);
  return chapter::run("04_random", walkthrough_04_random_shaders(), argc, argv, [&](gpu::Device& device) {
    const auto bits = device.allocate({.bytes = kBlocks * sizeof(Bits)}),
               normal = device.allocate({.bytes = kBlocks * sizeof(Normal)});
    chapter::Shader draw_bits(device, "04_random/bits", kGroup), shape(device, "04_random/gaussians", kGroup);
    draw_bits(kBlocks, {out(bits)}, kRandom);
    shape(kBlocks, {in(bits), out(normal)});
    const auto words = chapter::values_of<Bits>(device, *bits);
    const auto numbers = chapter::values_of<Normal>(device, *normal);

    std::size_t wrong_bits = 0;
    double largest = 0, mean = 0, second = 0, fourth = 0;
    for (std::uint32_t i = 0; i < kBlocks; ++i) {
      const Bits expected = bits_on_cpu(i);
      wrong_bits += words[i] != expected;
      const auto exact = normal_on_cpu(expected);
      for (int k = 0; k < 4; ++k) {
        const double x = numbers[i][std::size_t(k)], error = std::abs(x - exact[std::size_t(k)]);
        if (!(error <= largest)) largest = error;
        mean += x, second += x * x, fourth += x * x * x * x;
      }
    }
    const double n = 4.0 * kBlocks;
    for (std::uint32_t i = 0; i < 2; ++i)
      fmt::print("block {}: {:08x} {:08x} {:08x} {:08x}\n", i, words[i][0], words[i][1], words[i][2],
                 words[i][3]);
    fmt::print("pi from points in a circle: {:.6f} +- {:.6f}\n", four_times_inside(words),
               std::sqrt(std::numbers::pi * (4 - std::numbers::pi) / (0.5 * n)));
    fmt::print("normal: mean {:.4f}, variance {:.4f}, fourth moment {:.3f}; expected 0, 1, 3\n", mean / n,
               second / n, fourth / n);
    draw(numbers);
    picture.draw([&] { return density(numbers); });
    return wrong_bits == 0 && largest < 1e-5;
  });
} catch (const glueball::Error& error) {
  return glueball::app::failed("04_random", error);
}
