#version 460
// variants: storage split sum double
// Sums Re Tr around the lattice in time over the sites of one parity, with field strengths inserted at a site
// and dt links later. Component 0 has the electric ones F_it, 1 the magnetic ones F_jk, both from clovers.
// Component 2 has the electric ones as differences of two corners, over both sides of a line, 3 the line
// alone. host/measure/line_correlators.hpp has the formulae.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "args/separation.h"

ARGUMENTS(SeparationArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MOMENTUM_IN(2, f_this)
MOMENTUM_IN(3, f_other)
BLOCKS_OUT(4)

#include "lib/path.glsl"

/// Returns the product of `count` links along time from s on, and moves s.
Su3 line(inout Site s, uint count) {
  Su3 m = su3_unit();
  [[dont_unroll]] for (uint n = 0; n < count; ++n) m = walk(m, s, 3, true);
  return m;
}

Su3 strength(uint plane, Site s) {
  Algebra f;
  if (s.in_other) f = f_other(plane, s.index);
  else f = f_this(plane, s.index);
  return su3_of_algebra(f);
}

/// Returns the path first sideways, then up, less the path first up, then sideways; moves s.
Su3 corner(inout Site s, uint mu, bool forward) {
  Site over = s;
  Su3 sideways = set_out(s, mu, forward);
  sideways = walk(sideways, s, 3, true);
  Su3 up_first = set_out(over, 3, true);
  up_first = walk(up_first, over, mu, forward);
  return sub(sideways, up_first);
}

void main() {
  Sum electric = sum_zero(), magnetic = sum_zero(), corners = sum_zero(), loops = sum_zero();
  for (BLOCK_SHARE(k)) {
    const Site s = block_site(BLOCK, k, args.parity);
    Site end = s;
    const Su3 between = line(end, args.dt);
    Site home = end;
    const Su3 around = mul(between, line(home, args.extent - args.dt));
    loops = sum_add(loops, sum_of(trace(around).x));
    [[dont_unroll]] for (uint plane = 0; plane < 6; ++plane) {
      const Su3 far = mul_adj(mul(between, strength(plane, end)), between);
      const Sum value = sum_of(re_trace_mul_adj(mul(around, strength(plane, s)), adjoint(far)));
      if (plane < 3) magnetic = sum_add(magnetic, value);
      else electric = sum_add(electric, value);
    }
    const Su3 beyond = walk(between, end, 3, true);
    [[dont_unroll]] for (uint side = 0; side < 6; ++side) {
      const bool forward = side < 3;
      const uint mu = side % 3;
      Site at = s;
      Su3 m = corner(at, mu, forward);
      m = mul(m, line(at, args.dt - 1));
      m = mul(m, corner(at, mu, !forward));
      corners = sum_add(corners, sum_of(re_trace_mul_adj(mul(around, m), beyond)));
    }
  }
  put_block(0, electric);
  put_block(1, magnetic);
  put_block(2, corners);
  put_block(3, loops);
}
