// Solutions of the exercises of chapter 5.
#include <algorithm>

#include "../../chapter.hpp"
#include "../model.hpp"

glueball::gpu::ShaderPack walkthrough_05_ising_solutions_shaders();

namespace {

using namespace glueball;

constexpr std::uint32_t kExtent = 32, kSites = kExtent * kExtent, kGroup = 64, kWarmUp = 50, kSweeps = 250;

/// The probability of a spin up, times 2^32, for a spin down and then for a spin up, neighbours -4, -2, 0,
/// 2, 4.
using Table = std::vector<std::uint32_t>;

template <class Probability>
Table table(Probability up) {
  Table t;
  for (const int spin : {-1, 1})
    for (int sum = -4; sum <= 4; sum += 2)
      t.push_back(std::uint32_t(std::min(up(spin, sum) * 0x1p32, 0x1p32 - 1)));
  return t;
}

struct Result {
  double energy = 0, magnetisation = 0;
  bool same = true;  ///< GPU and CPU, spin by spin
};

Result simulate(gpu::Device& device, const Table& up, bool hot) {
  struct Update {
    std::uint32_t extent, parity, step, seed;
  };
  ising::Spins cpu = ising::start(kExtent, hot, 5), spins;
  const auto on_gpu = chapter::buffer_of(device, cpu), table = chapter::buffer_of(device, up);
  chapter::Shader update(device, "05_ising/solutions/table", kGroup);
  const auto spin = [&](std::uint32_t x, std::uint32_t y) {
    return cpu[(y % kExtent) * kExtent + x % kExtent];
  };
  Result result;
  for (std::uint32_t step = 0; step < kWarmUp + kSweeps; ++step) {
    for (std::uint32_t parity = 0; parity < 2; ++parity) {
      update(kSites / 2, {chapter::inout(on_gpu), chapter::in(table)}, Update{kExtent, parity, step, 5});
      for (std::uint32_t y = 0; y < kExtent; ++y)
        for (std::uint32_t x = (y + parity) % 2; x < kExtent; x += 2) {
          const int sum =
              spin(x + 1, y) + spin(x + kExtent - 1, y) + spin(x, y + 1) + spin(x, y + kExtent - 1);
          const std::uint32_t bits = r123::Philox4x32()({{y * kExtent + x, 0, step, 0}}, {{5, 0}})[0];
          cpu[y * kExtent + x] = bits < up[std::size_t((spin(x, y) > 0 ? 5 : 0) + (sum + 4) / 2)] ? 1 : -1;
        }
    }
    if (step < kWarmUp) continue;
    for (std::uint32_t i = 0; i < kSites; ++i) {
      const std::uint32_t x = i % kExtent, y = i / kExtent;
      result.energy -= cpu[i] * (spin(x + 1, y) + spin(x, y + 1)) / double(kSites * kSweeps);
      result.magnetisation += cpu[i] / double(kSites * kSweeps);
    }
  }
  result.same = chapter::values_of<std::int32_t>(device, *on_gpu) == cpu;
  return result;
}

bool solve(gpu::Device& device) {
  constexpr double kBeta = 0.3, kAnti = -0.5, kField = 0.25;
  const Result metropolis = simulate(device, table([](int spin, int sum) {
                                       const double flip = std::min(1.0, std::exp(-2 * kBeta * spin * sum));
                                       return spin > 0 ? 1 - flip : flip;
                                     }),
                                     true);
  bool good = chapter::agrees(
      1, fmt::format("Metropolis: energy {:.3f}, Onsager {:.3f}", metropolis.energy, ising::energy(kBeta)),
      metropolis.same && std::abs(metropolis.energy - ising::energy(kBeta)) < 0.02);

  const Result anti =
      simulate(device, table([](int, int sum) { return 1 / (1 + std::exp(-2 * kAnti * sum)); }), true);
  good &= chapter::agrees(
      2, fmt::format("beta = {}: energy {:.3f}, Onsager {:.3f}", kAnti, anti.energy, ising::energy(kAnti)),
      anti.same);

  const Result field =
      simulate(device, table([](int, int) { return 1 / (1 + std::exp(-2 * kField)); }), false);
  good &= chapter::agrees(3,
                          fmt::format("beta = 0, h = {}: <s> = {:.4f}, tanh h = {:.4f}", kField,
                                      field.magnetisation, std::tanh(kField)),
                          field.same && std::abs(field.magnetisation - std::tanh(kField)) < 0.01);
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return chapter::run_solutions("05_ising", walkthrough_05_ising_solutions_shaders(), argc, argv, solve);
}
