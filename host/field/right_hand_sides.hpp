// The number of right-hand sides of a launch.
#pragma once

#include <cstdint>

#include "field/device_lattice.hpp"

namespace glueball {

/// Returns the right-hand sides of a launch with this count. Shapes other than pairs have one, and may use
/// the count otherwise.
inline std::uint32_t right_hand_sides(Shape shape, std::uint32_t count) {
  return shape == Shape::rhs_pairs ? count : 1;
}

}  // namespace glueball
