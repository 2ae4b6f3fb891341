#version 460
// variants: storage
// Replaces near-null vector n in every aggregate by the sum of factor (m, n) times vector m over m <= n, for
// each chirality. A thread has a texel of all vectors; the last vector comes first, because others need those
// before it.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/aggregates.glsl"

FIELD_UPDATE(0, vectors)
layout(std430, binding = 1) readonly restrict buffer FactorBlock { cplx factors[]; };

void main() {
  const uint i = GRID_FIRST;
  if (i >= 4 * COARSE_SITES * PART_TEXELS * BLOCK_HALF) return;
  const uint within = i % BLOCK_HALF, texel = i / BLOCK_HALF % PART_TEXELS;
  const uint part = i / (BLOCK_HALF * PART_TEXELS), first = texel * part_stride();
  for (uint left = VECTORS; left > 0; --left) {
    const uint n = left - 1;
    real4 sum = real4(0);
    for (uint m = 0; m <= n; ++m)
      sum += times_texel(factors[(part * VECTORS + m) * VECTORS + n],
                         vectors_texel(first + part_texel(part / 2, part & 1u, m, within)));
    vectors_put_texel(first + part_texel(part / 2, part & 1u, n, within), sum);
  }
}
