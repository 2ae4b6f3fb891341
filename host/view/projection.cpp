#include "view/projection.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "view/colours.hpp"

namespace glueball::view {
namespace {

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

}  // namespace

args::MarchArgs projection(const Scene& scene, const std::array<int, 3>& extents, int finer, double range,
                           int width, int height) {
  const Camera& c = scene.camera;
  const double az = radians(c.azimuth), el = radians(c.elevation);
  // The picture's right is level with the x-y plane, also straight from above.
  const std::array<double, 3> back{std::cos(el) * std::cos(az), std::cos(el) * std::sin(az), std::sin(el)};
  const std::array<double, 3> right{-std::sin(az), std::cos(az), 0};
  const std::array<double, 3> up{-std::sin(el) * std::cos(az), -std::sin(el) * std::sin(az), std::cos(el)};
  const double longest = *std::max_element(extents.begin(), extents.end());
  const double half = std::tan(radians(c.field_of_view) / 2), shorter = std::min(width, height);
  const double across = half * width / shorter, upwards = half * height / shorter;
  const auto grid = [&](std::size_t k) { return double(extents[k] * finer); };
  const auto eye = [&](std::size_t k) { return float(grid(k) / 2 + c.distance * longest * finer * back[k]); };
  const auto plane = [&](std::size_t k) {
    return float(scene.planes[k] < 0 ? -1 : scene.planes[k] * grid(k));
  };
  const Rgb ground{scene.background[0] / 255.0, scene.background[1] / 255.0, scene.background[2] / 255.0};
  // Edges are seen on dark and light ground alike.
  const double bright = oklab(ground)[0] < 0.5 ? 0.75 : 0.25;
  return {.width = std::uint32_t(width),
          .height = std::uint32_t(height),
          .extent_x = std::uint32_t(grid(0)),
          .extent_y = std::uint32_t(grid(1)),
          .extent_z = std::uint32_t(grid(2)),
          .background = pixel(ground),
          .box = scene.box ? pixel({bright, bright, bright}) : 0,
          .eye_x = eye(0),
          .eye_y = eye(1),
          .eye_z = eye(2),
          .right_x = float(right[0] * across),
          .right_y = float(right[1] * across),
          .right_z = float(right[2] * across),
          .up_x = float(up[0] * upwards),
          .up_y = float(up[1] * upwards),
          .up_z = float(up[2] * upwards),
          .forward_x = float(-back[0]),
          .forward_y = float(-back[1]),
          .forward_z = float(-back[2]),
          .spacing = float(finer),
          .range = float(range),
          .threshold = float(scene.threshold),
          .opacity = float(scene.opacity),
          .plane_x = plane(0),
          .plane_y = plane(1),
          .plane_z = plane(2)};
}

}  // namespace glueball::view
