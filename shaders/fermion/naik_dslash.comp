#version 460
// variants: storage split double half
// The hop of staggered quarks over one step with links U and over three with links L, from one parity to the
// other:
//   out = a x + one D_1 psi + three D_3 psi,
//   (D_1 psi)(x) = sum_mu eta_mu(x) [U_mu(x) psi(x+mu) - U_mu(x-mu)^+ psi(x-mu)], D_3 the same of L and
//     3 mu.
// With L = U U U it is Naik's operator (Nucl. Phys. B316 (1989) 238). The caller chooses the links.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/long_link.glsl"
#include "lib/colour_field.glsl"
#include "lib/staggered.glsl"
#include "args/naik_dslash.h"

layout(constant_id = CONSTANT_FLAG_1) const uint ADD_X = 0;  // nonzero: the term a x exists

ARGUMENTS(NaikDslashArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
LONG_IN(2, l_this)
LONG_IN(3, l_other)
COLOUR_IN(4, psi)
COLOUR_IN(5, x)
COLOUR_OUT(6, result)

#include "lib/boundary.glsl"
#include "lib/threads_per_site.glsl"
#include "lib/naik_hop.glsl"

void main() {
  const uint own = group_site(), i = group_result(own);
  Colour sum = hop(site_at(group_place(own), args.parity));
  if (site_thread() != 0 || own >= SITES) return;
  if (ADD_X != 0) sum = add(scale(args.a, x(i)), sum);
  result_put(i, sum);
}
