#version 460
// Polyakov loops Tr / 3 on the points of space: real parts, then imaginary parts.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"

layout(std430, binding = 0) readonly restrict buffer LoopBlock { vec4 loops[]; };  // lib/site_field.glsl
layout(std430, binding = 1) writeonly restrict buffer VolumeBlock { float volume[]; };

void main() {
  const uint count = LX * LY * LZ;
  for (uint i = GRID_FIRST; i < count; i += GRID_STRIDE) {
    const vec2 trace = loops[i].xy + loops[2 * count + i].xy + loops[4 * count + i].xy;
    volume[i] = trace.x / 3.0;
    volume[count + i] = trace.y / 3.0;
  }
}
