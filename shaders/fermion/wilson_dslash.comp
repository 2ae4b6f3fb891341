#version 460
// variants: storage split double half
// The Wilson hop from one parity to the other, out = (a + i a5 gamma5) x + (b + i b5 gamma5) H psi, for
// Wilson and twisted-mass quarks.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "args/wilson_dslash.h"

ARGUMENTS(WilsonDslashArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
SPINOR_IN(2, psi)
SPINOR_IN(3, x)
SPINOR_OUT(4, result)

#include "lib/boundary.glsl"
#include "lib/threads_per_site.glsl"
#include "lib/hop.glsl"
#include "lib/wilson_term.glsl"

void main() {
  const uint own = group_site(), i = group_result(own);
  const Spinor h = hop(site_at(group_place(own), args.parity));
  if (site_thread() == 0 && own < SITES) result_put(i, wilson_term(i, h));
}
