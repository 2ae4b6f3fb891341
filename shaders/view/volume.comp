#version 460
// variants: storage
// A scalar on the points of space from a density on the lattice, interpolated between two time slices.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "args/volume.h"

ARGUMENTS(VolumeArgs)
FIELD_IN(0, even)
FIELD_IN(1, odd)
layout(std430, binding = 2) writeonly restrict buffer VolumeBlock { float volume[]; };

real density(uvec3 c, uint t) {
  const Site s = site_of(uvec4(c, t), 0);
  real4 d;
  if (s.in_other) d = odd_plane(0, s.index);
  else d = even_plane(0, s.index);
  return dot(d, real4(args.weight_x, args.weight_y, args.weight_z, args.weight_w));
}

void main() {
  for (uint i = GRID_FIRST; i < LX * LY * LZ; i += GRID_STRIDE) {
    const uvec3 c = uvec3(i % LX, i / LX % LY, i / (LX * LY));
    volume[i] = args.first_weight * density(c, args.first) + args.second_weight * density(c, args.second);
  }
}
