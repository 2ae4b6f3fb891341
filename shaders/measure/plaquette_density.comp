#version 460
// variants: storage split double
// The density of the plaquette action: a plane of (spatial, temporal, 0, 0), the sums of 1 - Re Tr P / 3 over
// the three planes of each kind, for the plaquettes that start at a site.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "args/site.h"

ARGUMENTS(SiteArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
FIELD_OUT(2, density)

#include "lib/plaquette.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  real4 sum = real4(0);
  [[unroll]] for (uint mu = 0; mu < 3; ++mu) {
    [[unroll]] for (uint nu = mu + 1; nu < 4; ++nu) {
      const real p = real(1) - plaquette(s, mu, nu) / real(3);
      if (nu == 3) sum.y += p;
      else sum.x += p;
    }
  }
  density_store(0, i, sum);
}
