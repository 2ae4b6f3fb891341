#version 460
// variants: storage double
// Overrelaxation of the gauge (Mandula and Ogilvie, Phys. Lett. B 248 (1990) 156). In each of three SU(2)
// subgroups it applies the element that maximises the functional of a site, to the power omega. omega = 1 is
// plain relaxation.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/su2.glsl"
#include "lib/su2_power.glsl"
#include "args/relax.h"

ARGUMENTS(RelaxArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
GAUGE_INOUT(2, g_this)
GAUGE_IN(3, g_other)

#include "lib/gauge_fixing.glsl"
#include "lib/overrelax_gauge.glsl"
SLICES_IN(4)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  if (at_rest(s)) return;
  const Su3 g = g_this(0, i);
  g_this_put(0, i, overrelaxed(surroundings(s, g), g));
}
