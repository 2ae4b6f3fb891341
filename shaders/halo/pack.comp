#version 460
// Copies regions of a field into the messages to both neighbours (lib/halo.glsl).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/halo.glsl"

layout(std430, binding = 0) readonly buffer FieldBlock { uint field[]; };
layout(std430, binding = 1) writeonly buffer BackBlock { uint back[]; };
layout(std430, binding = 2) writeonly buffer FurtherBlock { uint further[]; };
// These bind the same memory as texels.
layout(std430, binding = 0) readonly buffer FieldTexels { uvec4 field_texels[]; };
layout(std430, binding = 1) writeonly buffer BackTexels { uvec4 back_texels[]; };
layout(std430, binding = 2) writeonly buffer FurtherTexels { uvec4 further_texels[]; };

void main() {
  const HaloWords w = halo_words(GRID_FIRST);
  uint words = w.count;
  if (TEXELS != 0 && w.texels) {
    [[unroll]] for (uint k = 0; k < WORDS / 4; ++k) {
      const uvec4 texel = field_texels[w.field / 4 + k];
      if (w.further) further_texels[w.message / 4 + k] = texel;
      else back_texels[w.message / 4 + k] = texel;
    }
    words = 0;
  }
  for (uint k = 0; k < words; ++k) {
    const uint word = field[w.field + k];
    if (w.further) further[w.message + k] = word;
    else back[w.message + k] = word;
  }
}
