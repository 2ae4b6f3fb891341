#version 460
// variants: storage split double half
// The hop of clover quarks with a site-diagonal matrix C of two hermitian blocks (lib/chiral_block.glsl):
//   ON_X = 0  out = C (b + i b5 gamma5) H psi,      C = T^-1, or (T^2 + mubar^2)^-1 before a step with T
//   ON_X = 1  out = (C + i a5 gamma5) x + b H psi,  C = T
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "lib/chiral_block.glsl"
#include "args/wilson_dslash.h"

layout(constant_id = CONSTANT_FLAG_1) const uint ON_X = 0;

ARGUMENTS(WilsonDslashArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
SPINOR_IN(2, psi)
SPINOR_IN(3, x)
SPINOR_OUT(4, result)
BLOCKS_IN(5, c)

#include "lib/boundary.glsl"
#include "lib/threads_per_site.glsl"
#include "lib/hop.glsl"
#include "lib/clover_quark.glsl"

void main() {
  const uint own = group_site(), i = group_result(own);
  Spinor sum = hop(site_at(group_place(own), args.parity));
  if (site_thread() != 0 || own >= SITES) return;
  if (ON_X != 0) sum = clover_quark(i, sum);
  else sum = c(i, twisted(args.b, args.b5, sum));
  result_put(i, sum);
}
