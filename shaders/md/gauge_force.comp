#version 460
// variants: storage split double
// The gauge force p_a += 2 Im Tr[T_a U_mu(x) V_mu(x)], where V is c0 times the staples of the plaquettes plus
// c1 times those of the rectangles. With c_i = -eps * beta / 6 times the action's own coefficient this is eps
// times dp_a/dtau = -dS/domega_a under U -> exp(i omega_a T_a) U.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "args/gauge_force.h"

layout(constant_id = CONSTANT_FLAG_0) const uint RECTANGLES = 0;

ARGUMENTS(GaugeForceArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MOMENTUM_INOUT(2, p)

#include "lib/staple.glsl"

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  const Su3 v = staples(s, mu, RECTANGLES != 0, args.c0, args.c1);
  p_put(mu, i, add(p(mu, i), hermitian_part(mul(u_this(mu, i), v))));
}
