// Solutions of the exercises of chapter 8.
#include <algorithm>

#include "../../chapter.hpp"
#include "../fields.hpp"

glueball::gpu::ShaderPack walkthrough_08_plaquette_solutions_shaders();

namespace {

using namespace glueball;
using chapter::in, chapter::out;

const Geometry kLattice({8, 6, 4, 10});
constexpr std::uint32_t kGroup = 64;

using Memory = std::shared_ptr<gpu::Memory>;

/// Returns Re Tr / 3 of the loop of `length` links along mu and one link along nu, at every site.
std::vector<float> loops(gpu::Device& device, const Memory& links, std::uint32_t mu, std::uint32_t nu,
                         std::uint32_t length) {
  const std::uint32_t volume = std::uint32_t(kLattice.volume());
  const auto sites = device.allocate({.bytes = volume * sizeof(float)});
  const struct { std::uint32_t mu, nu, length; } arguments{mu, nu, length};
  chapter::Shader(device, "08_plaquette/solutions/loop", kGroup, fields::extents(kLattice))(
      volume, {in(links), out(sites)}, arguments);
  return chapter::values_of<float>(device, *sites);
}

/// Returns the largest difference between the device's loops and the CPU's over all sites.
double wrong(const std::vector<float>& gpu, const Configuration& u, int mu, int nu, int length) {
  double largest = 0;
  for (std::size_t n = 0; n < gpu.size(); ++n) {
    const double error = std::abs(gpu[n] - fields::loop(u, kLattice.site(n), mu, nu, length));
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

bool solve(gpu::Device& device) {
  const Configuration wave = fields::wave(kLattice), hot = hot_configuration(kLattice, 8),
                      frames = hot_configuration(kLattice, 88);

  // Exercise 1: rectangles of the plane wave, whose flux is known.
  const auto rectangles = loops(device, chapter::buffer_of(device, fields::stored(wave)), 0, 1, 2);
  double average = 0, exact = 0;
  for (std::size_t n = 0; n < kLattice.volume(); ++n) {
    const Site s = kLattice.site(n);
    const double flux = fields::phase(kLattice, kLattice.neighbour(s, 0, 2)) - fields::phase(kLattice, s);
    average += rectangles[n] / double(kLattice.volume()),
        exact += (1 + 2 * std::cos(flux)) / 3 / double(kLattice.volume());
  }
  bool good = chapter::agrees(1, fmt::format("2 x 1 rectangle {:.5f}, by the formula {:.5f}", average, exact),
                              wrong(rectangles, wave, 0, 1, 2) < 1e-5 && std::abs(average - exact) < 1e-5);

  // Exercise 2: a cold lattice with one random link.
  Configuration one_hot(kLattice);
  one_hot.link(Site{3, 2, 1, 5}, 2) = hot.link(0, 0);
  const auto links = chapter::buffer_of(device, fields::stored(one_hot));
  int changed = 0;
  double error = 0;
  for (int mu = 0; mu < 3; ++mu)
    for (int nu = mu + 1; nu < 4; ++nu) {
      const auto plaquettes = loops(device, links, std::uint32_t(mu), std::uint32_t(nu), 1);
      error = std::max(error, wrong(plaquettes, one_hot, mu, nu, 1));
      for (const float p : plaquettes) changed += std::abs(p - 1) > 1e-3;
    }
  good &= chapter::agrees(
      2, fmt::format("one link changes {} plaquettes of {}", changed, 6 * kLattice.volume()), error < 1e-5);

  // Exercise 3: a gauge transformation by the random matrices in the links of `frames` along x.
  const auto field = chapter::buffer_of(device, fields::stored(hot)),
             v = chapter::buffer_of(device, fields::stored(frames)),
             turned = device.allocate({.bytes = field->bytes()});
  chapter::Shader(device, "08_plaquette/solutions/turn", kGroup, fields::extents(kLattice))(
      std::uint32_t(kLattice.volume()), {in(field), in(v), out(turned)});
  const auto numbers = chapter::values_of<float>(device, *turned),
             expected = fields::stored(fields::transformed(hot, frames));
  error = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    error = std::max(error, std::abs(double(numbers[i]) - expected[i]));
  const double difference = wrong(loops(device, turned, 0, 3, 1), hot, 0, 3, 1);
  good &= chapter::agrees(
      3, fmt::format("every plaquette as it was to 1e-5: {}", difference < 1e-5 ? "yes" : "no"),
      error < 1e-5 && difference < 1e-5);
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return chapter::run_solutions("08_plaquette", walkthrough_08_plaquette_solutions_shaders(), argc, argv,
                                solve);
}
