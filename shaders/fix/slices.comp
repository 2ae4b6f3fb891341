#version 460
// variants: storage sum double
// Reduces both parities' divergences, block by block: sum and largest of the first component, sum of the
// second.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"

FIELD_IN(0, even)
FIELD_IN(1, odd)
BLOCKS_OUT(2)

void main() {
  Sum theta = sum_zero(), most = sum_zero(), functional = sum_zero();
  for (BLOCK_SHARE(k)) {
    const uint i = block_site(BLOCK, k);  // the same number for either parity
    const real4 a = even_plane(0, i), b = odd_plane(0, i);
    theta = sum_add(theta, sum_add(sum_of(a.x), sum_of(b.x)));
    most = sum_max(most, sum_max(sum_of(a.x), sum_of(b.x)));
    functional = sum_add(functional, sum_add(sum_of(a.y), sum_of(b.y)));
  }
  put_block(0, theta);
  put_block_maximum(1, most);
  put_block(2, functional);
}
