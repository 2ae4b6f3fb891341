#include "view/projection.hpp"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_transform.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vec3.hpp>

#include "view/colours.hpp"

namespace glueball::view {
args::MarchArgs projection(const Scene& scene, const std::array<int, 3>& extents, int finer, double range,
                           int width, int height) {
  const Camera& c = scene.camera;
  // Axes x, y, z are rotated to back, right and up. Right is parallel to the x-y plane, also if the camera
  // looks straight down.
  const glm::dmat4 around = glm::rotate(glm::dmat4(1), glm::radians(c.azimuth), glm::dvec3(0, 0, 1));
  const glm::dmat3 turned(glm::rotate(around, -glm::radians(c.elevation), glm::dvec3(0, 1, 0)));
  const glm::dvec3 grid = glm::dvec3(extents[0], extents[1], extents[2]) * double(finer);
  const double longest = *std::max_element(extents.begin(), extents.end());
  const double half = std::tan(glm::radians(c.field_of_view) / 2), shorter = std::min(width, height);
  const glm::vec3 eye(grid / 2.0 + c.distance * longest * finer * turned[0]);
  const glm::vec3 right(turned[1] * (half * width / shorter)), up(turned[2] * (half * height / shorter));
  const glm::vec3 forward(-turned[0]);
  const auto plane = [&](int k) {
    return float(scene.planes[std::size_t(k)] < 0 ? -1 : scene.planes[std::size_t(k)] * grid[k]);
  };
  const Rgb ground{scene.background[0] / 255.0, scene.background[1] / 255.0, scene.background[2] / 255.0};
  // This keeps edges visible on dark and light backgrounds.
  const double bright = oklab(ground)[0] < 0.5 ? 0.75 : 0.25;
  return {.width = std::uint32_t(width),
          .height = std::uint32_t(height),
          .extent_x = std::uint32_t(grid[0]),
          .extent_y = std::uint32_t(grid[1]),
          .extent_z = std::uint32_t(grid[2]),
          .background = pixel(ground),
          .box = scene.box ? pixel({bright, bright, bright}) : 0,
          .eye_x = eye.x,
          .eye_y = eye.y,
          .eye_z = eye.z,
          .right_x = right.x,
          .right_y = right.y,
          .right_z = right.z,
          .up_x = up.x,
          .up_y = up.y,
          .up_z = up.z,
          .forward_x = forward.x,
          .forward_y = forward.y,
          .forward_z = forward.z,
          .spacing = float(finer),
          .range = float(range),
          .threshold = float(scene.threshold),
          .opacity = float(scene.opacity),
          .plane_x = plane(0),
          .plane_y = plane(1),
          .plane_z = plane(2)};
}

}  // namespace glueball::view
