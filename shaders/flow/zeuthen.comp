#version 460
// variants: storage split double
// A stage of the Zeuthen flow: Z <- (1 + D*D / 12) Z with
// D*D Z(x) = U(x) Z(x+mu) U(x)^+ + U(x-mu)^+ Z(x-mu) U(x-mu) - 2 Z(x), all along mu (arXiv:1508.05552).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "args/flow.h"

ARGUMENTS(FlowArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MOMENTUM_IN(2, z_this)
MOMENTUM_IN(3, z_other)
MOMENTUM_INOUT(4, k)
GAUGE_OUT(5, moved)

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  const uint behind = down(s, mu).index;
  const Su3 u = u_this(mu, i), before = u_other(mu, behind);
  const Su3 carried = add(mul_adj(mul(u, su3_of_algebra(z_other(mu, up(s, mu).index))), u),
                          adj_mul(before, mul(su3_of_algebra(z_other(mu, behind)), before)));
  Algebra sum =
      add(scale(real(5) / real(6), z_this(mu, i)), scale(real(1) / real(12), coefficients(carried)));
  if (args.keep != 0.0) sum = add(sum, scale(args.keep, k(mu, i)));
  k_put(mu, i, sum);
  moved_put(mu, i, reunitarize(mul(exp_i(su3_of_algebra(scale(args.move, sum))), u)));
}
