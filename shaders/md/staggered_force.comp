#version 460
// variants: storage split double
// The force of naive staggered quarks, S = phi^+ (m^2 - D_eo D_oe)^-1 phi, from X with X_e = (m^2 - D_eo
// D_oe)^-1 phi and X_o = D_oe X_e:
//   p_a += coefficient * 2 Im Tr[T_a eta_mu(x) U_mu(x) X(x+mu) X(x)^+],
// coefficient = eps / 2 on even sites, -eps / 2 on odd ones, with the boundary's factors in the links.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/colour_field.glsl"
#include "lib/staggered.glsl"
#include "lib/algebra.glsl"
#include "args/hop_force.h"

ARGUMENTS(HopForceArgs)
GAUGE_IN(0, u_this)
COLOUR_IN(1, x_this)
COLOUR_IN(2, x_other)
MOMENTUM_INOUT(3, p)

#include "lib/boundary.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  const Colour x = x_this(i);
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    const cplx f = args.coefficient * eta(s, mu) * hop_factor(s, mu, true);
    const Su3 w = outer(times_factor(f, mul(u_this(mu, i), x_other(up(s, mu).index))), x);
    p_put(mu, i, add(p(mu, i), hermitian_part(w)));
  }
}
