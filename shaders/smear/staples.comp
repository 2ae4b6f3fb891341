#version 460
// variants: storage double
// The staples of the links along one direction, or of other matrices M that transport from x to x + mu,
//   A_nu(x) = U_nu(x) M(x+nu) U_nu(x+mu)^+ + U_nu(x-nu)^+ M(x-nu) U_nu(x-nu+mu),
// for each nu != mu, and M itself.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/matrix_field.glsl"
#include "args/fat_links.h"

layout(constant_id = CONSTANT_FLAG_0) const uint DERIVATIVE = 0;  // nonzero: M = y^+ instead of a link

ARGUMENTS(FatLinksArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MATRIX_IN(2, y_this)
MATRIX_IN(3, y_other)
MATRIX_OUT(4, f)

#include "lib/transporters.glsl"

Su3 this_parity(uint site) {
  Su3 m;
  if (DERIVATIVE != 0) m = adjoint(y_this(args.mu, site));
  else m = u_this(args.mu, site);
  return m;
}
Su3 other_parity(uint site) {
  Su3 m;
  if (DERIVATIVE != 0) m = adjoint(y_other(args.mu, site));
  else m = u_other(args.mu, site);
  return m;
}

void main() {
  const uint i = memory_site(GRID_FIRST % SITES), nu = GRID_FIRST / SITES;
  if (nu >= 4) return;
  Su3 m;
  if (nu == args.mu) {
    m = this_parity(i);
  } else {
    const Site s = site_at(i, args.parity);
    m = staple(s, args.mu, nu, other_parity(i + shift(s, nu, 1)), other_parity(i + shift(s, nu, -1)));
  }
  f_put(nu, i, m);
}
