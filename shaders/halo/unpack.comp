#version 460
// A message into the ghosts of a field (lib/halo.glsl).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/halo.glsl"

layout(std430, binding = 0) readonly restrict buffer MessageBlock { uint message[]; };
layout(std430, binding = 1) restrict buffer FieldBlock { uint field[]; };

void main() {
  const HaloWords w = halo_words(GRID_FIRST);
  for (uint k = 0; k < w.count; ++k) field[w.field + k] = message[w.message + k];
}
