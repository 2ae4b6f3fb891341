#version 460
// Copies the messages of both neighbours into the ghosts of a field (lib/halo.glsl).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/halo.glsl"

layout(std430, binding = 0) readonly buffer BackBlock { uint back[]; };
layout(std430, binding = 1) readonly buffer FurtherBlock { uint further[]; };
layout(std430, binding = 2) buffer FieldBlock { uint field[]; };
// These bind the same memory as texels.
layout(std430, binding = 0) readonly buffer BackTexels { uvec4 back_texels[]; };
layout(std430, binding = 1) readonly buffer FurtherTexels { uvec4 further_texels[]; };
layout(std430, binding = 2) buffer FieldTexels { uvec4 field_texels[]; };

void main() {
  const HaloWords w = halo_words(GRID_FIRST);
  uint words = w.count;
  if (TEXELS != 0 && w.texels) {
    [[unroll]] for (uint k = 0; k < WORDS / 4; ++k) {
      uvec4 texel;
      if (w.further) texel = further_texels[w.message / 4 + k];
      else texel = back_texels[w.message / 4 + k];
      field_texels[w.field / 4 + k] = texel;
    }
    words = 0;
  }
  for (uint k = 0; k < words; ++k) {
    uint word;
    if (w.further) word = further[w.message + k];
    else word = back[w.message + k];
    field[w.field + k] = word;
  }
}
