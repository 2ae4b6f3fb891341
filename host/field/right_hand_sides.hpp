#pragma once

#include <cstdint>

#include "field/device_lattice.hpp"

namespace glueball {

/// Right-hand sides of a launch with this count; a hop of one may have another use of it.
inline std::uint32_t right_hand_sides(Shape shape, std::uint32_t count) {
  return shape == Shape::pairs ? count : 1;
}

}  // namespace glueball
