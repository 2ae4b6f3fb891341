#version 460
// variants: storage double
// Measures the deviation of a site from the gauge: (Tr Delta Delta^+ / 3, the site's part of the functional,
// 0, 0). Delta = sum over mu of A_mu(x) - A_mu(x-mu), A = (U' - U'^+) / 2i without trace. It is (W - W^+) /
// 2i in Landau and Coulomb gauge, and its diagonal in the residual gauge. In the maximally Abelian gauge it
// is (M - M^+) / 2i where column a of M is that of S_a. Near unit links this is the off-diagonal part of the
// same.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/su2.glsl"
#include "args/site.h"

ARGUMENTS(SiteArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
GAUGE_IN(2, g_this)
GAUGE_IN(3, g_other)
FIELD_OUT(4, density)

#include "lib/gauge_fixing.glsl"

/// Returns Tr Delta Delta^+ of the diagonal, and of the rest, of Delta = (w - w^+) / 2i without trace.
cplx trace_square(Su3 w) {
  const cplx x = entry(w, 0, 1) - entry(adjoint(w), 0, 1), y = entry(w, 0, 2) - entry(adjoint(w), 0, 2),
             z = entry(w, 1, 2) - entry(adjoint(w), 1, 2);
  real3 d = real3(w.im[0][0], w.im[1][1], w.im[2][2]);
  d -= (d.x + d.y + d.z) / real(3);
  return cplx(dot(d, d), real(0.5) * (dot(x, x) + dot(y, y) + dot(z, z)));
}

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Surroundings n = surroundings(site_at(i, args.parity), g_this(0, i));
  Su3 w = n.a;
  if (GAUGE == MAXIMALLY_ABELIAN)
    w = Su3(real3x3(n.a.re[0], n.b.re[1], n.c.re[2]), real3x3(n.a.im[0], n.b.im[1], n.c.im[2]));
  cplx square = trace_square(w);
  if (GAUGE == RESIDUAL) square.y = real(0);
  density_store(0, i, real4((square.x + square.y) / real(3), trace(w).x, 0, 0));
}
