// Solutions of the exercises of chapter 4.
#include <array>

#include "../../chapter.hpp"
#include "cpu/random.hpp"

glueball::gpu::ShaderPack walkthrough_04_random_solutions_shaders();

namespace {

using namespace glueball;
using chapter::out;
using Words = std::array<std::uint32_t, 4>;

constexpr std::uint32_t kBlocks = 1u << 16, kGroup = 64;

/// The generator of the project's CPU side; stream 0 is nobody's.
Words random_bits(std::uint32_t i, std::uint32_t step) {
  return cpu::random_bits(2006, Stream(0), step, i, 0);
}

bool solve(gpu::Device& device) {
  const auto count = chapter::buffer_of(device, std::vector<std::uint32_t>{0});
  struct {
    std::uint32_t blocks;
  } const points{kBlocks};
  chapter::Shader(device, "04_random/solutions/pi", kGroup)(kBlocks, {chapter::inout(count)}, points);
  const std::uint32_t inside = chapter::values_of<std::uint32_t>(device, *count)[0];
  std::uint32_t expected = 0;
  for (std::uint32_t i = 0; i < kBlocks; ++i) {
    const Words b = random_bits(i, 1);
    for (int k = 0; k < 4; k += 2) {
      const std::uint64_t x = b[std::size_t(k)] >> 1, y = b[std::size_t(k + 1)] >> 1;
      expected += x * x + y * y < std::uint64_t(1) << 62;
    }
  }
  bool good = chapter::agrees(1, fmt::format("pi = {:.5f}", 2.0 * inside / kBlocks), inside == expected);

  const auto words = device.allocate({.bytes = kBlocks * sizeof(Words)});
  chapter::Shader(device, "04_random/solutions/congruence", kGroup)(kBlocks, {out(words)});
  std::uint32_t on_planes = 0;
  for (const Words& x : chapter::values_of<Words>(device, *words))
    on_planes += ((x[2] - 6 * x[1] + 9 * x[0]) & 0x7FFFFFFFu) == 0;
  good &= chapter::agrees(2, fmt::format("RANDU: x'' = 6 x' - 9 x in {} of {}", on_planes, kBlocks),
                          on_planes == kBlocks);

  const auto numbers = device.allocate({.bytes = kBlocks * sizeof(Words)});
  chapter::Shader(device, "04_random/solutions/exponential", kGroup)(kBlocks, {out(numbers)});
  double mean = 0, above = 0, largest = 0;
  const auto all = chapter::values_of<std::array<float, 4>>(device, *numbers);
  for (std::uint32_t i = 0; i < kBlocks; ++i) {
    const Words b = random_bits(i, 2);
    for (std::size_t k = 0; k < 4; ++k) {
      const double error = std::abs(all[i][k] + std::log((b[k] + 0.5) * 0x1p-32));
      if (!(error <= largest)) largest = error;
      mean += all[i][k] / (4.0 * kBlocks), above += (all[i][k] > 3) / (4.0 * kBlocks);
    }
  }
  return chapter::agrees(3,
                         fmt::format("exp(-x): mean {:.3f}, above 3: {:.3f} (exp(-3) = {:.3f})", mean, above,
                                     std::exp(-3.0)),
                         largest < 1e-5) &&
         good;
}

}  // namespace

int main(int argc, char** argv) {
  return chapter::run_solutions("04_random", walkthrough_04_random_solutions_shaders(), argc, argv, solve);
}
