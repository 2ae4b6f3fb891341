#version 460
// variants: storage split double half
// The hop of naive staggered quarks from one parity to the other, out = a x + b D psi with
//   (D psi)(x) = 1/2 sum_mu eta_mu(x) [U_mu(x) psi(x+mu) - U_mu(x-mu)^+ psi(x-mu)]
// (Kogut and Susskind, PRD 11 (1975) 395). The phases eta_x = 1, eta_y = (-1)^x, eta_z = (-1)^(x+y), eta_t =
// (-1)^(x+y+z) are computed and not multiplied into the links. So the links stay in SU(3), and 12 reals are
// enough.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/colour_field.glsl"
#include "lib/staggered.glsl"
#include "args/staggered_dslash.h"

layout(constant_id = CONSTANT_FLAG_1) const uint ADD_X = 0;  // nonzero: the term a x exists

ARGUMENTS(StaggeredDslashArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
COLOUR_IN(2, psi)
COLOUR_IN(3, x)
COLOUR_OUT(4, result)

#include "lib/boundary.glsl"
#include "lib/threads_per_site.glsl"
#include "lib/staggered_hop.glsl"

void main() {
  const uint own = group_site(), i = group_result(own);
  const Colour h = hop(site_at(group_place(own), args.parity));
  if (site_thread() != 0 || own >= SITES) return;
  Colour sum = scale(real(0.5) * args.b, h);
  if (ADD_X != 0) sum = add(scale(args.a, x(i)), sum);
  result_put(i, sum);
}
