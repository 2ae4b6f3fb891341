#version 460
// variants: storage
// Scalar products of all near-null vectors with each other in every aggregate, for each chirality. A thread
// has one product.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/aggregates.glsl"

FIELD_IN(0, even)
FIELD_IN(1, odd)
layout(std430, binding = 2) writeonly restrict buffer ProductBlock { cplx products[]; };

const uint RUN = 8;  // sites whose products are added first: a long sum in single precision is inaccurate

void main() {
  const uint i = GRID_FIRST;
  if (i >= 4 * COARSE_SITES * VECTORS * VECTORS) return;
  const uint column = i % VECTORS, row = i / VECTORS % VECTORS, part = i / (VECTORS * VECTORS);
  const uint v = part_texel(part / 2, part & 1u, row, 0), w = part_texel(part / 2, part & 1u, column, 0);
  cplx sum = cplx(0);
  for (uint texel = 0; texel < PART_TEXELS; ++texel) {
    const uint plane = texel * part_stride();
    for (uint first = 0; first < BLOCK_HALF; first += RUN) {
      cplx few = cplx(0);
      for (uint k = first; k < min(first + RUN, BLOCK_HALF); ++k) {
        few += dot_texels(even_texel(v + plane + 4 * k), even_texel(w + plane + 4 * k));
        few += dot_texels(odd_texel(v + plane + 4 * k), odd_texel(w + plane + 4 * k));
      }
      sum += few;
    }
  }
  products[i] = sum;
}
