#version 460
// variants: storage split sum double
// The Wilson matrix on all sites, y = (a + i a5 gamma5) x + (b + i b5 gamma5) H x:
//   out = y, or out = before - alpha y with the alpha of the iteration,  and the first pass of |out|^2.
// The sum of the odd sites follows that of the even ones.
//
// One half of a workgroup processes even sites and the other the odd ones beside them. A link is read for
// both its ends, and a spinor for its own site and for its neighbours. Data in the first-level cache so come
// from the second level, or from memory, once for both. Each half has its own copy of the code, without a
// choice between fields. CPU drivers execute both sides of a choice, so they launch each parity by itself.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "lib/reduce.glsl"
#include "args/wilson_full.h"
#include "args/cg.h"

layout(constant_id = CONSTANT_FLAG_4) const uint RESIDUAL = 0;  // nonzero: the second form
layout(constant_id = CONSTANT_COUNT) const uint PARITIES = 3;  // 1: even sites, 2: odd ones, 3: both

ARGUMENTS(WilsonFullArgs)
GAUGE_IN(0, u_even)
GAUGE_IN(1, u_odd)
SPINOR_IN(2, even)
SPINOR_IN(3, odd)
FIELD_INOUT(4, even_result)
FIELD_INOUT(5, odd_result)
PARTIALS_OUT(6)
layout(std430, binding = 7) readonly restrict buffer ControlBlock { CgControl control; };

uint target = 0;  // the parity being processed
Su3 u_this_stored(uint mu, uint site) {
  Su3 u;
  if (target == 0) u = u_even_stored(mu, site);
  else u = u_odd_stored(mu, site);
  return u;
}
Su3 u_other_stored(uint mu, uint site) {
  Su3 u;
  if (target == 0) u = u_odd_stored(mu, site);
  else u = u_even_stored(mu, site);
  return u;
}
HalfSpinor psi_stored_half(bool lower, uint site) {
  HalfSpinor h;
  if (target == 0) h = odd_stored_half(lower, site);
  else h = even_stored_half(lower, site);
  return h;
}
Spinor psi_stored(uint site) {
  Spinor s;
  if (target == 0) s = odd_stored(site);
  else s = even_stored(site);
  return s;
}
Spinor x(uint site) {
  Spinor s;
  if (target == 0) s = even(site);
  else s = odd(site);
  return s;
}
real4 result_interleaved(uint interleaved, uint plane, uint site) {
  real4 texel;
  if (target == 0) texel = even_result_interleaved(interleaved, plane, site);
  else texel = odd_result_interleaved(interleaved, plane, site);
  return texel;
}
void result_put_interleaved(uint interleaved, uint plane, uint site, real4 texel) {
  if (target == 0) even_result_put_interleaved(interleaved, plane, site, texel);
  else odd_result_put_interleaved(interleaved, plane, site, texel);
}
#include "lib/spinors_at.glsl"

#include "lib/boundary.glsl"
// With both parities there is one invocation a site: the second of a plan's two threads a site belongs to the
// other parity. With one thread a site there are two rounds.
layout(constant_id = CONSTANT_THREADS_PER_SITE) const uint PLANNED_THREADS = 1;
// The choice of both parities depends on constants that stay closed, which counts are not. A module with this
// choice open would contain the hop a dozen times and take a CPU driver 20 seconds to compile.
const bool BOTH = SHARED_SUMS != 0 && PLANNED_THREADS <= 2;
const uint OWN_THREADS = BOTH ? 1 : PLANNED_THREADS;
#define THREADS_PER_SITE OWN_THREADS
#include "lib/threads_per_site.glsl"
#include "lib/hop.glsl"
#include "lib/wilson_term.glsl"

/// Applies the matrix at this site of the present parity; returns the site's part of the norm.
Sum matrix_at(uint own) {
  const uint i = group_result(own);
  const Spinor h = hop(site_at(group_place(own), target));
  real norm = real(0);
  if (site_thread() == 0 && own < SITES) {
    Spinor y = wilson_term(i, h);
    if (RESIDUAL != 0) {
      const uint before = SPINOR_PLANES * args.from;
      y = add(SPINOR_AT(result, before, i), scale(-control.alpha, y));
    }
    put_spinor(SPINOR_PLANES * args.to, i, y);
    norm = norm2(y);
  }
  return sum_of(norm);
}

const uint HALF = gl_WorkGroupSize.x / 2;

void both_parities() {
  const uint size = gl_WorkGroupSize.x / PLANNED_THREADS, first = tiled_group(size) * size;
  const uint half_of_group = gl_LocalInvocationID.x / HALF, column = gl_LocalInvocationID.x % HALF;
  Sum sum = sum_zero();
  for (uint round = 0; round < size; round += HALF) {
    const uint own = first + round + column;
    if (half_of_group == 0) {
      target = 0;
      sum = sum_add(sum, matrix_at(own));
    } else {
      target = 1;
      sum = sum_add(sum, matrix_at(own));
    }
  }
  sum = share_reduce(sum, column, HALF, false);
  if (column == 0) partials[half_of_group * GRID_GROUPS + GRID_GROUP] = sum_pack(sum);
}

void main() {
  if (BOTH) {
    both_parities();
  } else {
    target = PARITIES - 1;
    put_partial(target, matrix_at(group_site()));
  }
}
