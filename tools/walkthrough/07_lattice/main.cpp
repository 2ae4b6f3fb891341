// Chapter 7: sites, neighbours and parity; a plane wave through the Laplacian in three layouts, and what a
// layout costs.
#include <array>
#include <numbers>

#include "../chapter.hpp"
#include "../picture.hpp"
#include "lattice/geometry.hpp"

glueball::gpu::ShaderPack walkthrough_07_lattice_shaders();

namespace {

using namespace glueball;
using chapter::in, chapter::out;
using Numbers = std::vector<float>;

const Geometry kLattice({12, 8, 10, 14});  // no two alike: a mixed-up direction shows
constexpr std::uint32_t kGroup = 64, kComponents = 12;
constexpr int kRepeats = 10;
constexpr Site kMomentum{1, 2, -1, 3};  // in units of 2 pi / extent

/// The wave's component c at a site: cos(p x + c).
double wave(const Site& s, std::uint32_t c) {
  double phase = c;
  for (int mu = 0; mu < 4; ++mu)
    phase += 2 * std::numbers::pi * kMomentum[std::size_t(mu)] * s[std::size_t(mu)] / kLattice.extent(mu);
  return std::cos(phase);
}
/// The Laplacian only multiplies it by this.
double eigenvalue() {
  double sum = 0;
  for (int mu = 0; mu < 4; ++mu)
    sum += 2 * std::cos(2 * std::numbers::pi * kMomentum[std::size_t(mu)] / kLattice.extent(mu)) - 2;
  return sum;
}

/// Where component c of a site lies in a layout.
enum class Layout { site_by_site, planes, checkerboard };
std::size_t place(Layout layout, const Site& s, std::uint32_t c) {
  const std::size_t volume = kLattice.volume(), texel = c / 4, channel = c % 4;
  if (layout == Layout::site_by_site) return 4 * (3 * kLattice.index(s) + texel) + channel;
  if (layout == Layout::planes) return 4 * (texel * volume + kLattice.index(s)) + channel;
  return 4 * (texel * volume / 2 + kLattice.half_index(s)) + channel;  // within its half
}

struct Result {
  double wrong = 0;  ///< the largest distance from eigenvalue times wave
  double ms = 0;
};

Result laplace(gpu::Device& device, Layout layout) {
  const bool halves = layout == Layout::checkerboard;
  std::array<Numbers, 2> x;  // even and odd sites, or all of them and none
  for (Numbers& half : x) half.resize(kComponents * kLattice.volume() / (halves ? 2 : 1));
  const auto half_of = [&](const Site& s) { return halves ? std::size_t(Geometry::parity(s)) : 0; };
  for (std::size_t n = 0; n < kLattice.volume(); ++n)
    for (std::uint32_t c = 0; c < kComponents; ++c) {
      const Site s = kLattice.site(n);
      x[half_of(s)][place(layout, s, c)] = float(wave(s, c));
    }
  gpu::Specialization constants{{5, layout == Layout::planes ? 1u : 0u}};
  for (std::uint32_t mu = 0; mu < 4; ++mu) constants[1 + mu] = std::uint32_t(kLattice.extent(int(mu)));
  chapter::Shader shader(device, halves ? "07_lattice/halves" : "07_lattice/laplace", kGroup, constants);
  std::array<std::shared_ptr<gpu::Memory>, 2> field, image;
  for (std::size_t h = 0; h < 2; ++h)
    field[h] = chapter::buffer_of(device, x[h]), image[h] = device.allocate({.bytes = field[h]->bytes()});

  Result result;
  const std::uint32_t volume = std::uint32_t(kLattice.volume());
  result.ms = chapter::milliseconds(
      kRepeats,
      [&] {
        if (!halves) shader(volume, {in(field[0]), out(image[0])});
        for (std::uint32_t parity = 0; halves && parity < 2; ++parity) {
          const struct { std::uint32_t parity; } arguments{parity};
          shader(volume / 2, {in(field[parity]), in(field[1 - parity]), out(image[parity])}, arguments);
        }
      },
      [&] { device.stream().finish(); });
  const std::array<Numbers, 2> y{chapter::values_of<float>(device, *image[0]),
                                 chapter::values_of<float>(device, *image[1])};
  for (std::size_t n = 0; n < kLattice.volume(); ++n)
    for (std::uint32_t c = 0; c < kComponents; ++c) {
      const Site s = kLattice.site(n);
      const double error = std::abs(y[half_of(s)][place(layout, s, c)] - eigenvalue() * wave(s, c));
      if (!(error <= result.wrong)) result.wrong = error;
    }
  return result;
}

/// Returns where the sites of the plane z = t = 0 lie in memory, from the first (light) to the last (dark).
std::vector<chapter::Map> memory() {
  const auto map = [](const char* title, auto place_of) {
    return chapter::Map{title, kLattice.extent(0), kLattice.extent(1), place_of, 1};
  };
  const double last = kLattice.extent(0) * kLattice.extent(1) - 1;
  return {map("one after the other",
              [=](int x, int y) {
                return chapter::shade(double(kLattice.index({x, y, 0, 0})) / last);
              }),
          map("even sites, then odd ones", [=](int x, int y) {
            const Site s{x, y, 0, 0};
            const double half = Geometry::parity(s) == Parity::odd ? 0.5 : 0;
            return chapter::shade(half + double(kLattice.half_index(s)) / last);
          })};
}

double copy_ms(gpu::Device& device) {
  const Numbers numbers(kComponents * kLattice.volume());
  const auto x = chapter::buffer_of(device, numbers), y = device.allocate({.bytes = x->bytes()});
  chapter::Shader copy(device, "07_lattice/copy", kGroup);
  return chapter::milliseconds(
      kRepeats,
      [&] {
        copy(std::uint32_t(numbers.size() / 4), {in(x), out(y)});
      },
      [&] { device.stream().finish(); });
}

}  // namespace

int main(int argc, char** argv) try {
  chapter::Picture picture(argc, argv);
  fmt::print("a lattice of {}: {} sites\n", kLattice.to_string(), kLattice.volume());
  const Site home{11, 3, 0, 7};
  fmt::print("site (11, 3, 0, 7): number {}, {}, number {} of its parity; neighbours\n", kLattice.index(home),
             Geometry::parity(home) == Parity::even ? "even" : "odd", kLattice.half_index(home));
  for (int mu = 0; mu < 4; ++mu) {
    const Site up = kLattice.neighbour(home, mu), down = kLattice.neighbour(home, mu, -1);
    fmt::print("  {}: up {:5} ({:4} of its parity), down {:5} ({:4})\n", "xyzt"[mu], kLattice.index(up),
               kLattice.half_index(up), kLattice.index(down), kLattice.half_index(down));
  }
  fmt::print("y = laplacian of a plane wave x: y = {:.5f} x\n", eigenvalue());
  const double moved =
      2.0 * kComponents * double(kLattice.volume()) * sizeof(float) * 1e-6;  // each number once in, once out

  return chapter::run("07_lattice", walkthrough_07_lattice_shaders(), argc, argv, [&](gpu::Device& device) {
    bool agree = true;
    constexpr const char* names[] = {"site by site", "planes", "checkerboard"};
    for (const Layout layout : {Layout::site_by_site, Layout::planes, Layout::checkerboard}) {
      const Result result = laplace(device, layout);
      const bool good = result.wrong < 1e-5;
      fmt::print("{:<13} all sites right to 1e-5: {}\n", names[int(layout)], good ? "yes" : "no");
      fmt::print("time in ms {:.3f}, GB/s {:.2f}\n", result.ms, moved / result.ms);
      agree &= good;
    }
    const double ms = copy_ms(device);
    fmt::print("the copy limit\ntime in ms {:.3f}, GB/s {:.2f}\n", ms, moved / ms);
    picture.draw(memory);
    return agree;
  });
} catch (const glueball::Error& error) {
  return glueball::app::failed("07_lattice", error);
}
