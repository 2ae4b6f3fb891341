#version 460
// Doubles the number of points along one axis of a periodic box. A new point is on the cubic through four
// neighbours, (-1, 9, 9, -1) / 16 in the middle (Lagrange's interpolation, which equals Catmull and Rom's
// spline there).
#include "lib/backend.glsl"
#include "args/grid.h"

ARGUMENTS(GridArgs)  // those of the input
layout(std430, binding = 0) readonly restrict buffer CoarseBlock { float coarse[]; };
layout(std430, binding = 1) writeonly restrict buffer FineBlock { float fine[]; };

void main() {
  const uvec3 extent = uvec3(args.extent_x, args.extent_y, args.extent_z);
  const uint along = args.axis == 0 ? extent.x : args.axis == 1 ? extent.y : extent.z;
  const uint stride = args.axis == 0 ? 1 : args.axis == 1 ? extent.x : extent.x * extent.y;
  const uint count = extent.x * extent.y * extent.z;
  for (uint i = GRID_FIRST; i < count * args.planes; i += GRID_STRIDE) {
    const uint plane = i / count, n = i % count;
    const uvec3 c = uvec3(n % extent.x, n / extent.x % extent.y, n / (extent.x * extent.y));
    const uint here = args.axis == 0 ? c.x : args.axis == 1 ? c.y : c.z;
    const uint row = i - here * stride;
    const float before = coarse[row + (here == 0 ? along - 1 : here - 1) * stride];
    const float a = coarse[i], b = coarse[row + (here + 1) % along * stride];
    const float after = coarse[row + (here + 2) % along * stride];
    // The output is point 2 `here` along the axis, on a line that is twice as long.
    const uint to = 2 * plane * count + (args.axis == 0   ? 2 * n
                                         : args.axis == 1 ? (c.z * 2 * extent.y + 2 * c.y) * extent.x + c.x
                                                          : (2 * c.z * extent.y + c.y) * extent.x + c.x);
    fine[to] = a;
    fine[to + stride] = 0.0625 * (9.0 * (a + b) - before - after);
  }
}
