// Solutions of the exercises of chapter 7.
#include <algorithm>
#include <array>
#include <numbers>
#include <numeric>

#include "../../chapter.hpp"
#include "lattice/geometry.hpp"

glueball::gpu::ShaderPack walkthrough_07_lattice_solutions_shaders();

namespace {

using namespace glueball;
using chapter::in, chapter::out;

constexpr std::uint32_t kGroup = 64;
const Geometry kLattice({4, 6, 8, 10});

chapter::Shader shader(gpu::Device& device, const char* name, const Geometry& lattice) {
  gpu::Specialization constants;
  for (std::uint32_t mu = 0; mu < 4; ++mu) constants[1 + mu] = std::uint32_t(lattice.extent(int(mu)));
  return {device, std::string("07_lattice/solutions/") + name, kGroup, constants};
}

bool solve(gpu::Device& device) {
  const std::uint32_t volume = std::uint32_t(kLattice.volume());
  constexpr std::uint32_t kMu = 2;
  const double p = 2 * std::numbers::pi / kLattice.extent(kMu);
  std::vector<float> x(volume);
  for (std::uint32_t n = 0; n < volume; ++n) x[n] = float(std::sin(p * kLattice.site(n)[kMu]));
  const auto field = chapter::buffer_of(device, x), image = device.allocate({.bytes = field->bytes()});
  const struct { std::uint32_t mu; } along{kMu};
  shader(device, "gradient", kLattice)(volume, {in(field), out(image)}, along);
  const auto y = chapter::values_of<float>(device, *image);
  double error = 0;
  for (std::uint32_t n = 0; n < volume; ++n)
    error = std::max(error, std::abs(y[n] - std::sin(p) * std::cos(p * kLattice.site(n)[kMu])));
  bool good =
      chapter::agrees(1, fmt::format("gradient of sin(p z) = {:.4f} cos(p z)", std::sin(p)), error < 1e-6);

  const auto parities = device.allocate({.bytes = volume * 2 * sizeof(std::uint32_t)});
  shader(device, "parity", kLattice)(volume, {out(parities)});
  const auto counted = chapter::values_of<std::array<std::uint32_t, 2>>(device, *parities);
  std::uint32_t odd = 0, all_others = 0;
  bool same = true;
  for (std::uint32_t n = 0; n < volume; ++n) {
    odd += counted[n][0], all_others += counted[n][1] == 8;
    same &= counted[n][0] == std::uint32_t(Geometry::parity(kLattice.site(n)));
  }
  good &= chapter::agrees(2, fmt::format("{} of {} odd, 8 other neighbours at {}", odd, volume, all_others),
                          same && all_others == volume);

  const auto steps = device.allocate({.bytes = volume * sizeof(std::uint32_t)});
  shader(device, "walk", kLattice)(volume, {out(steps)});
  const auto walked = chapter::values_of<std::uint32_t>(device, *steps);
  std::uint32_t expected = 1;
  for (int mu = 0; mu < 4; ++mu) expected = std::lcm(expected, std::uint32_t(kLattice.extent(mu)));
  expected *= 4;
  return chapter::agrees(
             3, fmt::format("home after {} steps", walked[0]),
             std::all_of(walked.begin(), walked.end(), [&](std::uint32_t n) { return n == expected; })) &&
         good;
}

}  // namespace

int main(int argc, char** argv) {
  return chapter::run_solutions("07_lattice", walkthrough_07_lattice_solutions_shaders(), argc, argv, solve);
}
