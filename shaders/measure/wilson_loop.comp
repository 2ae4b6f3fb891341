#version 460
// variants: storage sum double
// Sum of Re Tr of the planar loops that start at the sites of one parity, from the transporters along their
// edges: A of a links along mu, B of b links along nu; W = A(x) B(x + a mu) [B(x) A(x + b nu)]^+.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/reduce.glsl"
#include "args/wilson_loop.h"

ARGUMENTS(WilsonLoopArgs)
GAUGE_IN(0, a_here)
GAUGE_IN(1, a_there)
GAUGE_IN(2, b_here)
GAUGE_IN(3, b_there)
PARTIALS_OUT(4)

Su3 a_line(Site s) {
  Su3 m;
  if (s.there) m = a_there(0, s.index);
  else m = a_here(0, s.index);
  return m;
}

Su3 b_line(Site s) {
  Su3 m;
  if (s.there) m = b_there(0, s.index);
  else m = b_here(0, s.index);
  return m;
}

void main() {
  Sum sum = sum_zero();
  for (uint i = GRID_FIRST; i < SITES; i += GRID_STRIDE) {
    const Site s = site_at(i, args.parity);
    const Su3 lower = mul(a_line(s), b_line(leap(s, args.mu, args.a)));
    const Su3 upper = mul(b_line(s), a_line(leap(s, args.nu, args.b)));
    sum = sum_add(sum, sum_of(re_trace_mul_adj(lower, upper)));
  }
  put_partial(0, sum);
}
