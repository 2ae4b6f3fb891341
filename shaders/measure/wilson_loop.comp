#version 460
// variants: storage sum double
// Sums Re Tr of the planar loops that start at the sites of one parity, from the transporters along their
// edges: A of a links along mu, B of b links along nu; W = A(x) B(x + a mu) [B(x) A(x + b nu)]^+. On part of
// a lattice the far edges may be in other parts; they are then separate fields.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "args/wilson_loop.h"

// With FAR, a_other is A(x + b nu) and b_other is B(x + a mu).
layout(constant_id = CONSTANT_FLAG_0) const uint FAR = 0;

ARGUMENTS(WilsonLoopArgs)
GAUGE_IN(0, a_this)
GAUGE_IN(1, a_other)
GAUGE_IN(2, b_this)
GAUGE_IN(3, b_other)
BLOCKS_OUT(4)

Su3 a_line(Site s) {
  Su3 m;
  if (s.in_other) m = a_other(0, s.index);
  else m = a_this(0, s.index);
  return m;
}

Su3 b_line(Site s) {
  Su3 m;
  if (s.in_other) m = b_other(0, s.index);
  else m = b_this(0, s.index);
  return m;
}

void main() {
  Sum sum = sum_zero();
  for (BLOCK_SHARE(k)) {
    const Site s = block_site(BLOCK, k, args.parity);
    Su3 a_far, b_far;
    if (FAR != 0) {
      a_far = a_other(0, s.index);
      b_far = b_other(0, s.index);
    } else {
      a_far = a_line(leap(s, args.nu, args.b));
      b_far = b_line(leap(s, args.mu, args.a));
    }
    const Su3 lower = mul(a_line(s), b_far), upper = mul(b_line(s), a_far);
    sum = sum_add(sum, sum_of(re_trace_mul_adj(lower, upper)));
  }
  put_block(0, sum);
}
