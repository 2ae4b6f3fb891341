// Pictures, for `glueball bench`: of a lattice's time slice, 960 x 720.
#include <cmath>
#include <span>

#include "app/benchmark.hpp"
#include "kernels/view.hpp"

namespace glueball::app {
namespace {

constexpr std::uint32_t kWidth = 960, kHeight = 720;

struct State {
  explicit State(const DeviceLattice& l)
      : lattice(l),
        extents{l.geometry().extent(0), l.geometry().extent(1), l.geometry().extent(2)},
        coarse(l, extents, 1),
        refinement(l, extents, 1),
        bounds(l, {2 * extents[0], 2 * extents[1], 2 * extents[2]}, 1),
        colours(l, kernels::March::kColours),
        picture(l, std::size_t(kWidth) * kHeight) {
    // A few lumps: waves of the longest lengths.
    std::vector<float> values;
    for (int z = 0; z < extents[2]; ++z)
      for (int y = 0; y < extents[1]; ++y)
        for (int x = 0; x < extents[0]; ++x)
          values.push_back(
              float(std::sin(12.5663706 * x / extents[0]) * std::sin(12.5663706 * y / extents[1]) *
                    std::sin(12.5663706 * z / extents[2])));
    l.stream().upload(coarse.memory(), std::as_bytes(std::span(values)));
    std::vector<std::uint32_t> table(kernels::March::kColours, 0xff8080ffu);
    l.stream().upload(colours.memory(), std::as_bytes(std::span(table)));
    fine();
  }
  const Volume& fine() {
    const Volume& points = refinement.of(coarse);
    const args::GridArgs grid{.extent_x = std::uint32_t(2 * extents[0]),
                              .extent_y = std::uint32_t(2 * extents[1]),
                              .extent_z = std::uint32_t(2 * extents[2]),
                              .planes = 1,
                              .axis = 0};
    kernels::CellBounds::run(lattice, points.points(), grid, points, bounds);
    return points;
  }

  const DeviceLattice& lattice;
  std::array<int, 3> extents;
  Volume coarse;
  Refinement refinement;
  Volume bounds;
  Pixels colours, picture;
};

/// From a corner, the box filling the picture.
args::MarchArgs sight(const std::array<int, 3>& e) {
  const float x = float(2 * e[0]), y = float(2 * e[1]), z = float(2 * e[2]), far = 2.2f * std::max({x, y, z}),
              s = 0.57735027f;
  return {.width = kWidth,
          .height = kHeight,
          .extent_x = std::uint32_t(x),
          .extent_y = std::uint32_t(y),
          .extent_z = std::uint32_t(z),
          .background = 0xff000000u,
          .box = 0xffc0c0c0u,
          .eye_x = x / 2 + s * far,
          .eye_y = y / 2 + s * far,
          .eye_z = z / 2 + s * far,
          .right_x = -0.28f,
          .right_y = 0.28f,
          .right_z = 0,
          .up_x = -0.122f,
          .up_y = -0.122f,
          .up_z = 0.245f,
          .forward_x = -s,
          .forward_y = -s,
          .forward_z = -s,
          .spacing = 2,
          .range = 1,
          .threshold = 0.3f,
          .opacity = 0.7f,
          .plane_x = x / 2,
          .plane_y = y / 2,
          .plane_z = z / 2};
}

/// No flops and bytes: what a picture costs depends on what there is to see. What is said is the least it
/// moves.
Workload picture(const DeviceLattice& lattice, std::uint32_t mode) {
  auto s = std::make_shared<State>(lattice);
  Workload w;
  w.run = [s, mode] {
    const Volume& points = s->fine();
    kernels::March::run({s->lattice, mode | kernels::March::kSigned}, kernels::March::points(kWidth, kHeight),
                        sight(s->extents), points, s->bounds, s->colours, s->picture);
  };
  w.bytes = double(kWidth) * kHeight * 4 + double(s->bounds.points()) * 4 * 5;
  return w;
}

}  // namespace

const std::vector<Benchmark>& picture_benchmarks() {
  static const std::vector<Benchmark> list = {
      {"picture-surfaces", "a time slice's two surfaces, 960 x 720",
       [](const DeviceLattice& l) { return picture(l, kernels::March::kSurfaces); }},
      {"picture-volume", "the same, seen through", [](const DeviceLattice& l) { return picture(l, 0); }},
      {"picture-slices", "the same, cut by planes",
       [](const DeviceLattice& l) { return picture(l, kernels::March::kSlices); }},
  };
  return list;
}

}  // namespace glueball::app
