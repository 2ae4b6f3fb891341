// The part of `glueball doctor` that holds the kernels of pictures against their twin.
#include <fmt/format.h>

#include <cmath>
#include <span>

#include "app/self_test.hpp"
#include "kernels/view.hpp"
#include "reference/march.hpp"

namespace glueball::app {
namespace {

constexpr int kWidth = 32, kHeight = 24;

/// Waves along all axes, with numbers that are exact in single precision where they are asked for.
reference::Volume waves(const std::array<int, 3>& extents) {
  reference::Volume volume{extents, 1, {}};
  for (int z = 0; z < extents[2]; ++z)
    for (int y = 0; y < extents[1]; ++y)
      for (int x = 0; x < extents[0]; ++x)
        volume.values.push_back(float(std::sin(6.2831853 * x / extents[0]) +
                                      std::cos(6.2831853 * (y - x) / extents[1]) -
                                      std::cos(6.2831853 * z / extents[2])));
  return volume;
}

args::MarchArgs sight(const std::array<int, 3>& e) {
  return {.width = kWidth,
          .height = kHeight,
          .extent_x = std::uint32_t(2 * e[0]),
          .extent_y = std::uint32_t(2 * e[1]),
          .extent_z = std::uint32_t(2 * e[2]),
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

double check(const DeviceLattice& lattice) {
  const Geometry& g = lattice.geometry();
  const std::array<int, 3> extents{g.extent(0), g.extent(1), g.extent(2)};
  const reference::Volume coarse = waves(extents), fine = reference::refined(coarse);
  Volume device_coarse(lattice, extents, 1);
  const std::vector<float> values(coarse.values.begin(), coarse.values.end());
  lattice.stream().upload(device_coarse.memory(), std::as_bytes(std::span(values)));
  Refinement refinement(lattice, extents, 1);
  const Volume& points = refinement.of(device_coarse);
  Volume bounds(lattice, points.extents(), 1);
  const args::MarchArgs a = sight(extents);
  kernels::CellBounds::run(
      lattice, points.points(),
      {.extent_x = a.extent_x, .extent_y = a.extent_y, .extent_z = a.extent_z, .planes = 1, .axis = 0},
      points, bounds);
  Pixels colours(lattice, kernels::March::kColours), picture(lattice, kWidth * kHeight);
  std::vector<std::uint32_t> table;
  reference::View view{.is_signed = true,
                       .width = kWidth,
                       .height = kHeight,
                       .eye = {a.eye_x, a.eye_y, a.eye_z},
                       .right = {a.right_x, a.right_y, a.right_z},
                       .up = {a.up_x, a.up_y, a.up_z},
                       .forward = {a.forward_x, a.forward_y, a.forward_z},
                       .spacing = a.spacing,
                       .range = a.range,
                       .threshold = a.threshold,
                       .opacity = a.opacity,
                       .planes = {a.plane_x, a.plane_y, a.plane_z}};
  for (std::uint32_t n = 0; n < kernels::March::kColours; ++n) {
    table.push_back(0xff000000u | n | (255 - n) << 8 | 128u << 16);
    view.colours.push_back({n / 255.0, (255 - n) / 255.0, 128 / 255.0});
  }
  lattice.stream().upload(colours.memory(), std::as_bytes(std::span(table)));
  double worst = 0;
  using kernels::March;
  for (const std::uint32_t mode : {0u, March::kSurfaces, March::kSlices}) {
    view.mode = mode == 0                  ? reference::View::Mode::volume
                : mode == March::kSurfaces ? reference::View::Mode::surfaces
                                           : reference::View::Mode::slices;
    March::run({lattice, mode | March::kSigned}, March::points(kWidth, kHeight), a, points, bounds, colours,
               picture);
    std::vector<std::uint32_t> words(kWidth * kHeight);
    lattice.stream().download(picture.memory(), std::as_writable_bytes(std::span(words)));
    double sum = 0;
    for (int n = 0; n < kWidth * kHeight; ++n) {
      const auto want = reference::march(fine, view, n % kWidth, n / kWidth);
      for (std::size_t k = 0; k < 3; ++k)
        sum += std::abs((words[std::size_t(n)] >> 8 * k & 255) / 255.0 - want[k]);
    }
    worst = std::max(worst, sum / (3 * kWidth * kHeight));
  }
  return worst;
}

}  // namespace

std::vector<SelfTest> picture_tests() {
  return {{"kernel: pictures", [](gpu::Device& device) {
             const DeviceLattice lattice(device, Geometry({4, 6, 8, 2}), preferred_options(device));
             // Means over the pictures: half a shade is rounding, and a ray that just touches a surface may
             // miss it.
             constexpr double kAllowed = 5e-3;
             const double error = check(lattice);
             return SelfTestResult{
                 error < kAllowed,
                 fmt::format("differ from the CPU's by {:.1e} of full brightness, {:.0e} allowed", error,
                             kAllowed),
                 "the driver miscompiles it: try another --device"};
           }}};
}

}  // namespace glueball::app
