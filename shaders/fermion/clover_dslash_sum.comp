#version 460
// variants: storage split sum double half
// The hop of clover quarks at the end of a conjugate gradient's matrix, y = (T + i a5 gamma5) x + b H psi:
//   out = y, or out -= alpha y with the alpha of the iteration,  and the first pass of |out|^2.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "lib/chiral_block.glsl"
#include "lib/reduce.glsl"
#include "args/wilson_dslash.h"
#include "args/cg.h"

layout(constant_id = CONSTANT_FLAG_4) const uint RESIDUAL = 0;  // nonzero: the second form

ARGUMENTS(WilsonDslashArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
SPINOR_IN(2, psi)
SPINOR_IN(3, x)
SPINOR_INOUT(4, result)
BLOCKS_IN(5, c)
PARTIALS_OUT(6)
layout(std430, binding = 7) readonly restrict buffer ControlBlock { CgControl control; };

#include "lib/boundary.glsl"
#include "lib/threads_per_site.glsl"
#include "lib/hop.glsl"
#include "lib/clover_quark.glsl"

void main() {
  const uint own = group_site(), i = group_result(own);
  const Spinor h = hop(site_at(group_place(own), args.parity));
  real norm = real(0);
  if (site_thread() == 0 && own < SITES) {
    Spinor y = clover_quark(i, h);
    if (RESIDUAL != 0) y = add(result(i), scale(-control.alpha, y));
    result_put(i, y);
    norm = norm2(y);
  }
  put_partial(0, sum_of(norm));
}
