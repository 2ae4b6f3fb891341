#version 460
// variants: storage sum double half
// The two hops of a conjugate gradient's matrix A = m^2 - D_eo D_oe of staggered quarks with hops of one step
// and of three (fermion/naik_dslash), fused with the solver's sums and update:
//   out = D psi,                       and the first pass of |out|^2 + a |x|^2 = <p, A p>
//                                      (a = m^2, psi = x = p)
//   out -= alpha y,  y = a x + D psi,  and the first pass of |out|^2
//                                      (a = m^2, x = p, psi = D_oe p; D's sign is in one and three)
// In the first form x is read at the even site with the number of the odd one, as in
// fermion/staggered_dslash_sum.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/long_link.glsl"
#include "lib/colour_field.glsl"
#include "lib/staggered.glsl"
#include "lib/reduce.glsl"
#include "args/naik_dslash.h"
#include "args/cg.h"

layout(constant_id = CONSTANT_FLAG_4) const uint RESIDUAL = 0;  // nonzero: the second form

ARGUMENTS(NaikDslashArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
LONG_IN(2, l_this)
LONG_IN(3, l_other)
COLOUR_IN(4, psi)
COLOUR_IN(5, x)
COLOUR_INOUT(6, result)
PARTIALS_OUT(7)
layout(std430, binding = 8) readonly restrict buffer ControlBlock { CgControl control; };

#include "lib/boundary.glsl"
#include "lib/threads_per_site.glsl"
#include "lib/naik_hop.glsl"

void main() {
  const uint own = group_site(), i = group_result(own);
  Colour y = hop(site_at(group_place(own), args.parity));
  real norm = real(0);
  if (site_thread() == 0 && own < SITES) {
    if (RESIDUAL != 0) {
      y = add(result(i), scale(-control.alpha, add(scale(args.a, x(i)), y)));
      norm = norm2(y);
    } else {
      norm = norm2(y) + args.a * norm2(x(i));
    }
    result_put(i, y);
  }
  put_partial(0, sum_of(norm));
}
