// Kernel specs of pictures: volumes made of fields, and rays through them.
#include <bit>
#include <cmath>
#include <span>

#include "field/texels.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernels/view.hpp"
#include "measure/polyakov.hpp"
#include "reference/distance.hpp"
#include "reference/march.hpp"
#include "reference/wilson_loops.hpp"

namespace glueball::kernel_specs {
namespace {

using kernels::March;

args::GridArgs grid_of(const std::array<int, 3>& extents) {
  return {.extent_x = std::uint32_t(extents[0]),
          .extent_y = std::uint32_t(extents[1]),
          .extent_z = std::uint32_t(extents[2]),
          .planes = 1,
          .axis = 0};
}

/// A volume with the buffers that a picture of it needs. The volume is refined in fine().
struct Scene {
  Scene(const DeviceLattice& l, std::uint32_t w, std::uint32_t h)
      : lattice(l),
        width(w),
        height(h),
        extents{l.geometry().extent(0), l.geometry().extent(1), l.geometry().extent(2)},
        coarse(l, extents, 1),
        refinement(l, extents, 1),
        bounds(l, {2 * extents[0], 2 * extents[1], 2 * extents[2]}, 1),
        colours(l, March::kColours),
        picture(l, std::size_t(w) * h) {}

  void fill(const std::vector<float>& values, const std::vector<std::uint32_t>& table) {
    lattice.stream().upload(coarse.memory(), std::as_bytes(std::span(values)));
    lattice.stream().upload(colours.memory(), std::as_bytes(std::span(table)));
  }
  const Volume& fine() {
    const Volume& points = refinement.of(coarse);
    kernels::CellBounds::run(lattice, points.points(), grid_of(points.extents()), points, bounds);
    return points;
  }
  void draw(std::uint32_t mode, const args::MarchArgs& sight, const Volume& points) {
    March::run({lattice, mode | March::kSigned}, March::points(width, height), sight, points, bounds, colours,
               picture);
  }

  const DeviceLattice& lattice;
  std::uint32_t width, height;
  std::array<int, 3> extents;
  Volume coarse;
  VolumeRefinement refinement;
  Volume bounds;
  Pixels colours, picture;
};

/// Evaluates a function at the points of a box, x fastest.
template <class Function>
std::vector<float> volume_of(const std::array<int, 3>& extents, Function value) {
  std::vector<float> values;
  for (int z = 0; z < extents[2]; ++z)
    for (int y = 0; y < extents[1]; ++y)
      for (int x = 0; x < extents[0]; ++x)
        values.push_back(
            float(value(double(x) / extents[0], double(y) / extents[1], double(z) / extents[2], extents)));
  return values;
}

/// Returns the view of benchmarks: from a corner, with the box filling the picture.
args::MarchArgs corner_sight(const Scene& s) {
  const float x = float(2 * s.extents[0]), y = float(2 * s.extents[1]), z = float(2 * s.extents[2]),
              far = 2.2f * std::max({x, y, z}), d = 0.57735027f;
  return {.width = s.width,
          .height = s.height,
          .extent_x = std::uint32_t(x),
          .extent_y = std::uint32_t(y),
          .extent_z = std::uint32_t(z),
          .background = 0xff000000u,
          .box = 0xffc0c0c0u,
          .eye_x = x / 2 + d * far,
          .eye_y = y / 2 + d * far,
          .eye_z = z / 2 + d * far,
          .right_x = -0.28f,
          .right_y = 0.28f,
          .right_z = 0,
          .up_x = -0.122f,
          .up_y = -0.122f,
          .up_z = 0.245f,
          .forward_x = -d,
          .forward_y = -d,
          .forward_z = -d,
          .spacing = 2,
          .range = 1,
          .threshold = 0.3f,
          .opacity = 0.7f,
          .plane_x = x / 2,
          .plane_y = y / 2,
          .plane_z = z / 2};
}

/// A picture has no count of flops, because its cost depends on what is visible. The bytes are the least that
/// it moves.
Workload picture(const DeviceLattice& lattice, std::uint32_t mode) {
  auto s = std::make_shared<Scene>(lattice, 960, 720);
  // The volume has a few lumps: waves of the longest wavelengths.
  constexpr double k = 12.5663706;
  s->fill(
      volume_of(s->extents, [](double x, double y, double z,
                               const auto&) { return std::sin(k * x) * std::sin(k * y) * std::sin(k * z); }),
      std::vector<std::uint32_t>(March::kColours, 0xff8080ffu));
  s->fine();
  Workload w;
  w.run = [s, mode] {
    const Volume& points = s->fine();
    s->draw(mode, corner_sight(*s), points);
  };
  w.bytes = double(s->picture.count()) * 4 + double(s->bounds.points()) * 4 * 5;
  return w;
}

/// Returns the view of checks.
args::MarchArgs check_sight(const Scene& s) {
  return {.width = s.width,
          .height = s.height,
          .extent_x = std::uint32_t(2 * s.extents[0]),
          .extent_y = std::uint32_t(2 * s.extents[1]),
          .extent_z = std::uint32_t(2 * s.extents[2]),
          .background = 0xff000000u,
          .box = 0,
          .eye_x = -20,
          .eye_y = -14,
          .eye_z = 19,
          .right_x = 0.28f,
          .right_y = -0.32f,
          .right_z = 0,
          .up_x = 0.14f,
          .up_y = 0.12f,
          .up_z = 0.26f,
          .forward_x = 0.65f,
          .forward_y = 0.57f,
          .forward_z = -0.5f,
          .spacing = 2,
          .range = 3,
          .threshold = 0.3f,
          .opacity = 0.6f,
          .plane_x = 3,
          .plane_y = 4,
          .plane_z = -1};
}

/// Returns the mean error over pictures, relative to full brightness. Half a shade is rounding, and a ray
/// that just touches a surface may miss it.
double picture_error(const DeviceLattice& lattice) {
  Scene s(lattice, 32, 24);
  // The volume has waves along all axes. Its numbers are in single precision, so that the reference has the
  // same.
  constexpr double k = 6.2831853;
  const std::vector<float> waves =
      volume_of(s.extents, [](double x, double y, double z, const std::array<int, 3>& e) {
        return std::sin(k * x) + std::cos(k * (y - x * e[0] / e[1])) - std::cos(k * z);
      });
  const reference::Volume fine =
      reference::refined({s.extents, 1, std::vector<double>(waves.begin(), waves.end())});
  const args::MarchArgs a = check_sight(s);
  reference::View view{.is_signed = true,
                       .width = int(s.width),
                       .height = int(s.height),
                       .eye = {a.eye_x, a.eye_y, a.eye_z},
                       .right = {a.right_x, a.right_y, a.right_z},
                       .up = {a.up_x, a.up_y, a.up_z},
                       .forward = {a.forward_x, a.forward_y, a.forward_z},
                       .spacing = a.spacing,
                       .range = a.range,
                       .threshold = a.threshold,
                       .opacity = a.opacity,
                       .planes = {a.plane_x, a.plane_y, a.plane_z}};
  std::vector<std::uint32_t> table;
  for (std::uint32_t n = 0; n < March::kColours; ++n) {
    table.push_back(0xff000000u | n | (255 - n) << 8 | 128u << 16);
    view.colours.push_back({n / 255.0, (255 - n) / 255.0, 128 / 255.0});
  }
  s.fill(waves, table);
  const Volume& points = s.fine();
  double worst = 0;
  for (const std::uint32_t mode : {0u, March::kSurfaces, March::kSlices}) {
    view.mode = mode == 0                  ? reference::View::Mode::volume
                : mode == March::kSurfaces ? reference::View::Mode::surfaces
                                           : reference::View::Mode::slices;
    s.draw(mode, a, points);
    std::vector<std::uint32_t> words(s.picture.count());
    lattice.stream().download(s.picture.memory(), std::as_writable_bytes(std::span(words)));
    double sum = 0;
    for (std::size_t n = 0; n < words.size(); ++n) {
      const auto want = reference::march(fine, view, int(n % s.width), int(n / s.width));
      for (std::size_t c = 0; c < 3; ++c) sum += std::abs((words[n] >> 8 * c & 255) / 255.0 - want[c]);
    }
    worst = worst_of({worst, sum / (3 * double(words.size()))});
  }
  return worst;
}

/// A field whose numbers a site differ in size and sign.
struct Densities {
  explicit Densities(const DeviceLattice& lattice) : field(lattice) {
    const Geometry& g = lattice.geometry();
    values.resize(g.volume());
    for (const Parity parity : kParities) {
      Texels<float> texels(g.half_volume());
      for (std::size_t n = 0; n < texels.size(); ++n) {
        const std::size_t site = g.index(g.half_site(parity, n));
        for (std::size_t k = 0; k < 4; ++k)
          texels[n][k] = float(std::sin(double(4 * site + k)) * double(1 + site % 7));
        values[site] = double(texels[n][0]) + 0.5 * double(texels[n][1]) - 2.0 * double(texels[n][2]) +
                       0.125 * double(texels[n][3]);
      }
      send(texels, field[parity]);
    }
  }
  DensityField field;
  /// Sums with the weights 1, 0.5, -2 and 0.125, in lexicographic order of sites.
  std::vector<double> values;
};

std::vector<float> values_of(const DeviceLattice& lattice, const Volume& volume) {
  std::vector<float> values(volume.points() * std::size_t(volume.planes()));
  lattice.stream().download(volume.memory(), std::as_writable_bytes(std::span(values)));
  return values;
}

std::array<int, 3> space_of(const DeviceLattice& lattice) {
  const Geometry& g = lattice.geometry();
  return {g.extent(0), g.extent(1), g.extent(2)};
}

/// Checks the volume at a time between the first slice and the last.
double density_volume_error(const DeviceLattice& lattice) {
  const Densities d(lattice);
  Volume volume(lattice, space_of(lattice), 1);
  const std::uint32_t last = std::uint32_t(lattice.geometry().extent(3) - 1);
  kernels::ShowDensity::run(lattice, volume.points(),
                            {.first = last,
                             .second = 0,
                             .first_weight = 0.25f,
                             .second_weight = 0.75f,
                             .weight_x = 1,
                             .weight_y = 0.5f,
                             .weight_z = -2,
                             .weight_w = 0.125f},
                            d.field[Parity::even], d.field[Parity::odd], volume);
  std::vector<double> wanted;
  for (std::size_t n = 0; n < volume.points(); ++n)
    wanted.push_back(0.25 * d.values[last * volume.points() + n] + 0.75 * d.values[n]);
  return reference::relative_error(values_of(lattice, volume), wanted);
}

double density_range_error(const DeviceLattice& lattice) {
  const Densities d(lattice);
  GlobalSums sums(lattice);
  for (const Parity this_parity : kParities) {
    kernels::DensityRange::run(lattice,
                               {.weight_x = 1,
                                .weight_y = 0.5f,
                                .weight_z = -2,
                                .weight_w = 0.125f,
                                .first = 0,
                                .count = std::uint32_t(lattice.geometry().half_volume())},
                               d.field[this_parity], sums.partials());
    sums.collect_maximum(1, this_parity == Parity::odd, Shape::sums);
  }
  double largest = 0;
  for (const double value : d.values) largest = std::max(largest, std::abs(value));
  return std::abs(sums.totals()[0] / largest - 1);
}

double loops_volume_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  const auto loops = polyakov_loops(lattice, c.device_u, c.sums);
  Volume volume(lattice, space_of(lattice), 2);
  kernels::ShowLoops::run(lattice, volume.points(), {}, loops.field, volume);
  const auto matrices = reference::polyakov_field(c.u);
  std::vector<double> wanted;
  for (const auto& m : matrices) wanted.push_back(trace(m).real() / 3);
  for (const auto& m : matrices) wanted.push_back(trace(m).imag() / 3);
  return reference::relative_error(values_of(lattice, volume), wanted);
}

/// Volumes are in single precision, whatever the lattice's precision is.
Check volume_check(std::string name, double (*error)(const DeviceLattice&)) {
  return {.name = std::move(name), .error = error, .allowed = {.single = 2e-6}, .scope = Scope::tests};
}

/// Checks a picture of whole tiles under a rectangle that covers some of its pixels.
double overlay_error(const DeviceLattice& lattice) {
  constexpr std::uint32_t kTile = 16, kWidth = 3 * kTile, kHeight = 2 * kTile, kTiles = 6;
  constexpr std::uint32_t kColour = 0xff3070f0u, kLeft = 5, kTop = 9, kRight = 40, kBottom = 30;
  const auto words = [&](std::vector<std::uint32_t> values) {
    Pixels to(lattice, values.size());
    lattice.stream().upload(to.memory(), std::as_bytes(std::span(values)));
    return to;
  };
  std::vector<std::uint32_t> wanted, lists, tiles;
  for (std::uint32_t n = 0; n < kWidth * kHeight; ++n) wanted.push_back(0xff000000u | n * 2654435761u >> 8);
  const Pixels picture = words(wanted);
  for (std::uint32_t y = kTop; y < kBottom; ++y)
    for (std::uint32_t x = kLeft; x < kRight; ++x) wanted[y * kWidth + x] = kColour;
  // Every tile has a list with the one shape.
  for (std::uint32_t n = 0; n <= kTiles; ++n) lists.push_back(kTiles + 1 + n);
  for (std::uint32_t n = 0; n < kTiles; ++n) {
    lists.push_back(0);
    tiles.push_back(n);
  }
  constexpr std::uint32_t kPlain = 1;
  const auto bits = [](std::uint32_t pixel) { return std::bit_cast<std::uint32_t>(float(pixel)); };
  const Pixels shapes =
      words({kPlain, kColour, 0, 0, bits(kLeft), bits(kTop), bits(kRight), bits(kBottom), 0, 0, 0, 0});
  const Pixels letters = words({0}), list_words = words(lists), tile_words = words(tiles);
  Pixels frame(lattice, wanted.size());
  kernels::Overlay::run({lattice, kernels::Overlay::kShapes},
                        {.width = kWidth,
                         .height = kHeight,
                         .picture_width = kWidth,
                         .picture_height = kHeight,
                         .left = 0,
                         .top = 0,
                         .right = kWidth,
                         .bottom = kHeight,
                         .background = 0,
                         .font_width = 0,
                         .blue_first = 0,
                         .changed = kTiles,
                         .first_changed = 0},
                        picture, shapes, list_words, letters, tile_words, frame);
  std::vector<std::uint32_t> found(wanted.size());
  lattice.stream().download(frame.memory(), std::as_writable_bytes(std::span(found)));
  std::size_t apart = 0;
  for (std::size_t n = 0; n < wanted.size(); ++n) apart += found[n] != wanted[n];
  return double(apart) / double(wanted.size());
}

Benchmark picture_benchmark(std::string name, std::string text, std::uint32_t mode) {
  return {.name = std::move(name), .text = std::move(text), .make = [mode](const DeviceLattice& l) {
            return picture(l, mode);
          }};
}

}  // namespace

std::vector<KernelSpec> picture_specs() {
  using namespace kernels;
  return {
      {.kernel = March::record(),
       .parts = records<Refine, CellBounds>(),
       .benchmarks = {picture_benchmark("picture-surfaces", "a time slice's two surfaces, 960 x 720",
                                        March::kSurfaces),
                      picture_benchmark("picture-volume", "the same, seen through", 0),
                      picture_benchmark("picture-slices", "the same, cut by planes", March::kSlices)},
       .checks = {{.name = "pictures",
                   .error = picture_error,
                   .allowed = {.single = 5e-3},
                   .scope = Scope::once,
                   .finding = "differ from the CPU's by {} of full brightness",
                   .extents = {4, 6, 8, 2}}}},
      {.kernel = ShowDensity::record(),
       .checks = {volume_check("points of a density", density_volume_error)}},
      {.kernel = ShowLoops::record(), .checks = {volume_check("points of loops", loops_volume_error)}},
      {.kernel = kernels::Overlay::record(), .checks = {volume_check("frames of a window", overlay_error)}},
      {.kernel = DensityRange::record(), .checks = {volume_check("largest density", density_range_error)}},
  };
}

}  // namespace glueball::kernel_specs
