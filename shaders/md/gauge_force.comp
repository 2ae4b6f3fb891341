#version 460
// variants: storage double
// Gauge force on the links of one direction: p_a += 2 Im Tr[T_a U_mu(x) V_mu(x)], V = c0 times the staples of the
// plaquettes plus c1 times those of the rectangles. With c_i = -eps * beta / 6 times the action's own coefficient this is
// eps times dp_a/dtau = -dS/domega_a under U -> exp(i omega_a T_a) U.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "args/gauge_force.h"

// The direction, as two flags: all four at once would hold thirty links in registers.
layout(constant_id = 11) const uint MU_LOW = 0;
layout(constant_id = 12) const uint MU_HIGH = 0;
layout(constant_id = 13) const uint RECTANGLES = 0;
const uint mu = MU_LOW + 2 * MU_HIGH;

ARGUMENTS(GaugeForceArgs)
GAUGE_IN(0, u_here)
GAUGE_IN(1, u_there)
MOMENTUM_INOUT(2, p)

#include "lib/path.glsl"
#include "lib/staple.glsl"

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site s = site_at(i, args.parity);
  Su3 v = scale(args.c0, plaquette_staples(s, mu));
  if (RECTANGLES != 0) v = add(v, scale(args.c1, rectangle_staples(s, mu)));
  p_put(mu, i, add(p(mu, i), hermitian_part(mul(u_here(mu, i), v))));
}
