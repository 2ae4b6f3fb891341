#version 460
// A region of a field into a message (lib/halo.glsl).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/halo.glsl"

layout(std430, binding = 0) readonly restrict buffer FieldBlock { uint field[]; };
layout(std430, binding = 1) writeonly restrict buffer MessageBlock { uint message[]; };

void main() {
  const HaloWords w = halo_words(GRID_FIRST);
  for (uint k = 0; k < w.count; ++k) message[w.message + k] = field[w.field + k];
}
