#version 460
// variants: storage double
// Fat links along one direction from the sums B_nu between their outermost steps,
//   X(x) = a M(x) + sum_nu [staples of B_nu along nu].
// For links M = U_mu this is the fat link. For M = y^+ with y = dS/dX_mu it is the part of (dS/dU_mu)^+ from
// the links in the middle of the paths: the reverse of each path is another path of the same weight. The
// result is added if b is not 0.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/matrix_field.glsl"
#include "args/fat_links.h"

layout(constant_id = CONSTANT_FLAG_0) const uint DERIVATIVE = 0;

ARGUMENTS(FatLinksArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MATRIX_IN(2, f_this)
MATRIX_IN(3, f_other)
MATRIX_INOUT(4, x)

#include "lib/transporters.glsl"

void main() {
  const uint own = GRID_FIRST, mu = args.mu;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  Su3 sum = scale(args.a, f_this(mu, i));
  [[dont_unroll]] for (uint nu = 0; nu < 4; ++nu)
    if (nu != mu)
      sum = add(sum, staple(s, mu, nu, f_other(OUTERMOST + nu, i + shift(s, nu, 1)),
                            f_other(OUTERMOST + nu, i + shift(s, nu, -1))));
  if (DERIVATIVE != 0) {
    sum = adjoint(sum);
    if (args.b != real(0)) sum = add(x(mu, i), sum);
  }
  x_put(mu, i, sum);
}
