#version 460
// variants: storage split double half
// Computes L_mu(x) = U_mu(x) U_mu(x+mu) U_mu(x+2mu), the links of hops over three steps.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/long_link.glsl"
#include "args/site.h"

ARGUMENTS(SiteArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
LONG_OUT(2, l)

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site second = up(site_at(i, args.parity), mu), third = up(second, mu);
  l_put(mu, i, mul(mul(u_this(mu, i), u_other(mu, second.index)), u_this(mu, third.index)));
}
