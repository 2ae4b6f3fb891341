#version 460
// variants: storage split sum double half
// The two hops of a conjugate gradient's matrix A = m^2 - D_eo D_oe of naive staggered quarks, fused with the
// solver's sums and update:
//   out = b D psi,                        and the first pass of |out|^2 + a |x|^2 = <p, A p>
//                                         (a = m^2, b = 1, psi = p)
//   out -= alpha y,  y = a x + b D psi,   and the first pass of |out|^2
//                                         (a = m^2, b = -1, psi = D_oe p)
// In both forms x is the direction p on the even sites. In the first form each odd site adds the term of the
// even site with its number.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/colour_field.glsl"
#include "lib/staggered.glsl"
#include "lib/reduce.glsl"
#include "args/staggered_dslash.h"
#include "args/cg.h"

layout(constant_id = CONSTANT_FLAG_4) const uint RESIDUAL = 0;  // nonzero: the second form

ARGUMENTS(StaggeredDslashArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
COLOUR_IN(2, psi)
COLOUR_IN(3, x)
COLOUR_INOUT(4, result)
PARTIALS_OUT(5)
layout(std430, binding = 6) readonly restrict buffer ControlBlock { CgControl control; };

#include "lib/boundary.glsl"
#include "lib/threads_per_site.glsl"
#include "lib/staggered_hop.glsl"

void main() {
  const uint own = group_site(), i = group_result(own);
  const Colour h = hop(site_at(group_place(own), args.parity));
  real norm = real(0);
  if (site_thread() == 0 && own < SITES) {
    Colour y = scale(real(0.5) * args.b, h);
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
