#version 460
// variants: storage double
// Computes the divergence of a site, p_a = 2 Tr(T_a Delta) with Delta of fix/divergence, plus `coefficient`
// times the old content, in Landau and Coulomb gauge.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/su2.glsl"
#include "lib/algebra.glsl"
#include "args/scaled.h"

ARGUMENTS(ScaledArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
GAUGE_IN(2, g_this)
GAUGE_IN(3, g_other)
MOMENTUM_INOUT(4, delta)

#include "lib/gauge_fixing.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  Algebra sum = hermitian_part(surroundings(site_at(i, args.parity), g_this(0, i)).a);
  if (args.coefficient > real(0)) sum = add(sum, scale(args.coefficient, delta(0, i)));
  delta_put(0, i, sum);
}
