#version 460
// variants: storage double half
// Naive staggered quarks from one parity to the other, out = a x + b D psi with
//   (D psi)(x) = 1/2 sum_mu eta_mu(x) [U_mu(x) psi(x+mu) - U_mu(x-mu)^+ psi(x-mu)]  (Kogut and Susskind, PRD 11 (1975) 395).
// The phases eta_x = 1, eta_y = (-1)^x, eta_z = (-1)^(x+y), eta_t = (-1)^(x+y+z) are computed, not folded into the links:
// so the links stay in SU(3) and 12 reals are enough.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/colour_field.glsl"
#include "lib/staggered.glsl"
#include "args/staggered_dslash.h"

layout(constant_id = 12) const uint ADD_X = 0;  // whether the term a x is there at all

ARGUMENTS(StaggeredDslashArgs)
GAUGE_IN(0, u_here)
GAUGE_IN(1, u_there)
COLOUR_IN(2, psi)
COLOUR_IN(3, x)
COLOUR_OUT(4, result)

#include "lib/boundary.glsl"

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site s = site_at(i, args.parity);
  Colour sum = Colour(real3(0), real3(0));
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    const Site above = up(s, mu), below = down(s, mu);
    // The units of half precision and the boundary's factor come last, where there are fewest numbers.
    const cplx f = COLOUR_UNIT(psi, above.index) * LINK_UNIT * hop_factor(s, mu, true);
    const cplx g = COLOUR_UNIT(psi, below.index) * LINK_UNIT * hop_factor(below, mu, false);
    const Colour ahead = times_factor(f, mul(u_here_stored(mu, i), psi_stored(above.index)));
    const Colour behind = times_factor(g, adj_mul(u_there_stored(mu, below.index), psi_stored(below.index)));
    sum = add(sum, scale(eta(s, mu), sub(ahead, behind)));
  }
  sum = scale(real(0.5) * args.b, sum);
  if (ADD_X != 0) sum = add(scale(args.a, x(i)), sum);
  result_put(i, sum);
}
