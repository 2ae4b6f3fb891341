#version 460
// The largest |v| on the eight corners of every cell of a periodic box; v is complex if there are two planes.
// Rays skip cells in which nothing is visible.
#extension GL_EXT_control_flow_attributes : require
#include "lib/backend.glsl"
#include "args/grid.h"

ARGUMENTS(GridArgs)
layout(std430, binding = 0) readonly restrict buffer VolumeBlock { float volume[]; };
layout(std430, binding = 1) writeonly restrict buffer BoundBlock { float bounds[]; };

void main() {
  const uvec3 extent = uvec3(args.extent_x, args.extent_y, args.extent_z);
  const uint count = extent.x * extent.y * extent.z;
  for (uint i = GRID_FIRST; i < count; i += GRID_STRIDE) {
    const uvec3 c = uvec3(i % extent.x, i / extent.x % extent.y, i / (extent.x * extent.y));
    const uvec3 next = uvec3(c.x + 1 == extent.x ? 0 : c.x + 1, c.y + 1 == extent.y ? 0 : c.y + 1,
                             c.z + 1 == extent.z ? 0 : c.z + 1);
    float largest = 0.0;
    [[dont_unroll]] for (uint corner = 0; corner < 8; ++corner) {
      const uint x = (corner & 1u) != 0 ? next.x : c.x, y = (corner & 2u) != 0 ? next.y : c.y;
      const uint z = (corner & 4u) != 0 ? next.z : c.z, at = (z * extent.y + y) * extent.x + x;
      float v = abs(volume[at]);
      if (args.planes == 2) v = length(vec2(v, volume[count + at]));
      largest = max(largest, v);
    }
    bounds[i] = largest;
  }
}
