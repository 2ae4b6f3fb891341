// Chapter 8: the plaquette of four gauge fields, in all six planes; links depend on the gauge, plaquettes do
// not.
#include <algorithm>

#include "../chapter.hpp"
#include "../picture.hpp"
#include "fields.hpp"

glueball::gpu::ShaderPack walkthrough_08_plaquette_shaders();

namespace {

using namespace glueball;
using chapter::in, chapter::out;

const Geometry kLattice({16, 12, 6, 8});
constexpr std::uint32_t kGroup = 64;

struct Plaquettes {
  std::vector<float> at;  ///< Re Tr P / 3 in the plane (x, y), by site
  std::array<double, 6> average{};
};

Plaquettes measure(gpu::Device& device, const Configuration& u) {
  const std::uint32_t volume = std::uint32_t(kLattice.volume()), groups = (volume + kGroup - 1) / kGroup;
  const auto links = chapter::buffer_of(device, fields::stored(u)),
             sites = device.allocate({.bytes = volume * sizeof(float)}),
             sums = device.allocate({.bytes = groups * sizeof(float)});
  chapter::Shader plaquette(device, "08_plaquette/plaquette", kGroup, fields::extents(kLattice));
  Plaquettes result;
  std::size_t plane = 0;
  for (std::uint32_t mu = 0; mu < 3; ++mu)
    for (std::uint32_t nu = mu + 1; nu < 4; ++nu, ++plane) {
      const struct { std::uint32_t mu, nu; } arguments{mu, nu};
      plaquette(volume, {in(links), out(sites), out(sums)}, arguments);
      for (const float sum : chapter::values_of<float>(device, *sums))
        result.average[plane] += double(sum) / volume;
      if (plane == 0) result.at = chapter::values_of<float>(device, *sites);
    }
  return result;
}

/// The largest distance of an average from the CPU's.
double wrong(const Configuration& u, const Plaquettes& gpu) {
  double largest = 0;
  std::size_t plane = 0;
  for (int mu = 0; mu < 3; ++mu)
    for (int nu = mu + 1; nu < 4; ++nu, ++plane) {
      double cpu = 0;
      for (std::size_t n = 0; n < kLattice.volume(); ++n) cpu += fields::loop(u, kLattice.site(n), mu, nu);
      const double error = std::abs(gpu.average[plane] - cpu / double(kLattice.volume()));
      if (!(error <= largest)) largest = error;
    }
  return largest;
}

/// A row of the slice z = t = 0; dark is far from 1.
template <class Value>
std::string row(int y, Value value) {
  std::string line = " ";
  for (int x = 0; x < kLattice.extent(0); ++x) {
    const double away = (1 - value(kLattice.index({x, y, 0, 0}))) / 1.5;  // Re Tr / 3 is between -1/2 and 1
    line += std::string(2, " .:-=+*#%@"[std::clamp(int(10 * away + 0.05), 0, 9)]);
  }
  return line + " |";
}

/// A map of the slice z = t = 0; dark is far from 1.
template <class Value>
chapter::Map map(const char* title, Value value) {
  return {title, kLattice.extent(0), kLattice.extent(1), [value](int x, int y) {
            return chapter::shade((1 - value(kLattice.index({x, y, 0, 0}))) / 1.5);
          }};
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  const Configuration cold(kLattice), wave = fields::wave(kLattice), hot = hot_configuration(kLattice, 8),
                                      turned = fields::transformed(wave, hot_configuration(kLattice, 88));
  double exact = 0;  // of the wave in the plane (x, y)
  for (std::size_t n = 0; n < kLattice.volume(); ++n) {
    const Site s = kLattice.site(n);
    const double flux = fields::phase(kLattice, kLattice.neighbour(s, 0)) - fields::phase(kLattice, s);
    exact += (1 + 2 * std::cos(flux)) / 3 / double(kLattice.volume());
  }
  fmt::print("plaquettes on {}; the wave has {:.5f} in the plane xy, a hot field 0 +- {:.5f} in each\n",
             kLattice.to_string(), exact, std::sqrt(0.5 / double(kLattice.volume())) / 3);

  return chapter::run(
      "08_plaquette", walkthrough_08_plaquette_shaders(), argc, argv, [&](gpu::Device& device) {
        const Plaquettes of_wave = measure(device, wave), of_turned = measure(device, turned);
        fmt::print("{:<{}}|{:<{}}|{:<{}}|{:<{}}|\n", " wave: U_y", 34, " in another gauge", 34, " wave: P_xy",
                   34, " in another gauge", 34);
        for (int y = 0; y < kLattice.extent(1); ++y) {
          const auto link_of = [](const Configuration& u) {
            return [&u](std::size_t n) { return trace(u.link(n, 1)).real() / 3; };
          };
          const auto at = [](const Plaquettes& p) { return [&p](std::size_t n) { return double(p.at[n]); }; };
          fmt::print("{}{}{}{}\n", row(y, link_of(wave)), row(y, link_of(turned)), row(y, at(of_wave)),
                     row(y, at(of_turned)));
        }
        picture.draw([&] {
          const auto link_of = [](const Configuration& u) {
            return [&u](std::size_t n) { return trace(u.link(n, 1)).real() / 3; };
          };
          const auto at = [](const Plaquettes& p) { return [&p](std::size_t n) { return double(p.at[n]); }; };
          return std::vector{map("links in y", link_of(wave)), map("in another gauge", link_of(turned)),
                             map("plaquettes", at(of_wave)), map("in another gauge", at(of_turned))};
        });
        fmt::print("{:<17}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}\n", "", "xy", "xz", "xt", "yz", "yt", "zt");
        bool agree = std::abs(of_wave.average[0] - exact) < 1e-5;
        const auto show = [&](const char* name, const Configuration& u, const Plaquettes& p) {
          fmt::print("{:<17}", name);
          for (const double average : p.average) fmt::print("{:9.5f}", average);
          fmt::print("\n");
          agree &= wrong(u, p) < 1e-6;
        };
        show("cold", cold, measure(device, cold));
        show("wave", wave, of_wave);
        show("in another gauge", turned, of_turned);
        show("hot", hot, measure(device, hot));
        return agree;
      });
} catch (const glueball::Error& error) {
  return glueball::app::failed("08_plaquette", error);
}
