#version 460
// variants: storage split sum double
// The Wilson hop for several right-hand sides at the end of a conjugate gradient's matrix, y = (a + i a5
// gamma5) x + (b + i b5 gamma5) H psi for each:
//   out = y, or out -= alpha y with its alpha, unless it has stopped,  and the first pass of |out|^2.
// The sum has one component for each right-hand side.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "lib/reduce.glsl"
#include "args/wilson_dslash.h"
#include "args/cg.h"

layout(constant_id = CONSTANT_FLAG_0) const uint DAGGER = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint ADD_X = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint TWIST = 0;
layout(constant_id = CONSTANT_COUNT) const uint COUNT = 2;     // right-hand sides, an even number
layout(constant_id = CONSTANT_FLAG_4) const uint RESIDUAL = 0;  // nonzero: the second form

ARGUMENTS(WilsonDslashArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
FIELD_IN(2, psi)
FIELD_IN(3, x)
FIELD_INOUT(4, result)
PARTIALS_OUT(5)
layout(std430, binding = 6) readonly restrict buffer ControlBlock { CgControl controls[]; };

#include "lib/boundary.glsl"
#include "lib/multi_hop.glsl"

/// Writes the spinor that begins at plane n and returns its norm.
real put_sum(uint n, uint i, Spinor h) {
  const uint side = n / 6;
  Spinor y = hop_term(n, i, h);
  if (RESIDUAL != 0)
    y = add(SPINOR_AT(result, n, i), scale(controls[side].state == 0 ? -controls[side].alpha : real(0), y));
  put_spinor(n, i, y);
  return norm2(y);
}

/// Does what put_partial does, for the invocations that have the same right-hand sides.
void put_partial_of_side(uint side, bool counts, Sum mine) {
  const uint thread = gl_LocalInvocationID.x % RHS_PAIR_SITES, group = side * GRID_GROUPS + GRID_GROUP;
  if (SHARED_SUMS != 0) {
    const Sum total = stretch_reduce(mine, thread, RHS_PAIR_SITES, false);
    if (counts && thread == 0) partials[group] = sum_pack(total);
  } else if (counts) {
    partials[group * RHS_PAIR_SITES + thread] = sum_pack(mine);
  }
}

void main() {
  const uint n = 12 * RHS_PAIR;
  const bool has_pair = RHS_PAIR < RHS_PAIRS;
  real first = real(0), second = real(0);
  if (has_pair && RHS_PAIR_SITE < SITES) {
    const TwoSpinors h = two_hops(n, RHS_PAIR_SITE);
    first = put_sum(n, RHS_PAIR_SITE, h.first);
    second = put_sum(n + 6, RHS_PAIR_SITE, h.second);
  }
  put_partial_of_side(2 * RHS_PAIR, has_pair, sum_of(first));
  put_partial_of_side(2 * RHS_PAIR + 1, has_pair, sum_of(second));
}
