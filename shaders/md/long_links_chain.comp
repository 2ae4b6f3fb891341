#version 460
// variants: storage split double
// The chain rule of L = U U U: adds the derivative by U to z from y = dS/dL,
//   z_mu(x) += U_mu(x+mu) U_mu(x+2mu) y_mu(x) + U_mu(x+mu) y_mu(x-mu) U_mu(x-mu)
//            + y_mu(x-2mu) U_mu(x-2mu) U_mu(x-mu),
// where dS = Re sum Tr dL y = Re sum Tr dU z.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/matrix_field.glsl"
#include "args/site.h"

layout(constant_id = CONSTANT_FLAG_0) const uint SET = 0;  // nonzero: overwrite z

ARGUMENTS(SiteArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MATRIX_IN(2, y_this)
MATRIX_IN(3, y_other)
MATRIX_INOUT(4, z)

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity), above = up(s, mu), below = down(s, mu);
  const uint second_above = up(above, mu).index, second_below = down(below, mu).index;
  const Su3 next = u_other(mu, above.index), last = u_other(mu, below.index);
  Su3 sum = mul(u_this(mu, second_above), y_this(mu, i));
  sum = mul(next, add(sum, mul(y_other(mu, below.index), last)));
  sum = add(sum, mul(mul(y_this(mu, second_below), u_this(mu, second_below)), last));
  if (SET == 0) sum = add(z(mu, i), sum);
  z_put(mu, i, sum);
}
