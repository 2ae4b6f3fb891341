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
#include "lib/lanes.glsl"

/// sum + the term of one direction. The units of half precision and the boundary's factor come last, where there are fewest
/// numbers.
Colour hop_up(Colour sum, Site s, uint mu) {
  const Site above = up(s, mu);
  const cplx f = COLOUR_UNIT(psi, above.index) * LINK_UNIT * eta(s, mu) * hop_factor(s, mu, true);
  return add(sum, times_factor(f, mul(u_here_stored(mu, s.index), psi_stored(above.index))));
}

Colour hop_down(Colour sum, Site s, uint mu) {
  const Site below = down(s, mu);
  const cplx f = COLOUR_UNIT(psi, below.index) * LINK_UNIT * eta(s, mu) * hop_factor(below, mu, false);
  return sub(sum, times_factor(f, adj_mul(u_there_stored(mu, below.index), psi_stored(below.index))));
}

Colour hop_along(Site s, uint mu) { return hop_down(hop_up(Colour(real3(0), real3(0)), s, mu), s, mu); }

LANE_PARTS(6)

/// 2 D psi, good in the first invocation of a site. To be called by the whole workgroup.
Colour hop(Site s) {
  Colour sum = Colour(real3(0), real3(0));
  if (LANES == 1) {
    [[unroll]] for (uint mu = 0; mu < 4; ++mu) sum = hop_down(hop_up(sum, s, mu), s, mu);
  } else {
    if (LANES == 2) {
      if (lane() == 0) {
        [[unroll]] for (uint mu = 0; mu < 4; ++mu) sum = hop_up(sum, s, mu);
      } else {
        [[unroll]] for (uint mu = 0; mu < 4; ++mu) sum = hop_down(sum, s, mu);
      }
    } else {
      if (lane() == 0) sum = hop_along(s, 0);
      else if (lane() == 1) sum = hop_along(s, 1);
      else if (lane() == 2) sum = hop_along(s, 2);
      else sum = hop_along(s, 3);
    }
    if (lane() != 0) lane_leave(0, sum);
    barrier();
    if (lane() == 0)
      [[unroll]] for (uint from = 1; from < 4; ++from)
        if (from < LANES) sum = lane_take(from, 0, sum);
  }
  return sum;
}

void main() {
  const uint i = lane_site();
  const Colour h = hop(site_at(min(i, SITES - 1), args.parity));
  if (lane() != 0 || i >= SITES) return;
  Colour sum = scale(real(0.5) * args.b, h);
  if (ADD_X != 0) sum = add(scale(args.a, x(i)), sum);
  result_put(i, sum);
}
