#version 460
// variants: storage double
// The sums between the outermost steps along rho of the paths of a fat link, from M along mu and its staples
// A:
//   B_rho = a M + b A_rho + sum_nu (c A_nu + d [staples of A_sigma along nu]),
// for each rho != mu; nu and sigma are the other two directions. a is the weight of paths of three links, c
// that of five, d that of seven, b Lepage's.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/matrix_field.glsl"
#include "args/fat_links.h"

ARGUMENTS(FatLinksArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MATRIX_INOUT(2, f_this)
MATRIX_IN(3, f_other)

#include "lib/transporters.glsl"

void main() {
  const uint i = memory_site(GRID_FIRST % SITES), rho = GRID_FIRST / SITES, mu = args.mu;
  if (rho >= 4 || rho == mu) return;
  const Site s = site_at(i, args.parity);
  Su3 sum = add(scale(args.a, f_this(mu, i)), scale(args.b, f_this(rho, i)));
  [[dont_unroll]] for (uint nu = 0; nu < 4; ++nu)
    if (nu != mu && nu != rho) {
      const uint sigma = 6 - mu - nu - rho;  // the four directions add up to 0 + 1 + 2 + 3
      const Su3 staples =
          staple(s, mu, nu, f_other(sigma, i + shift(s, nu, 1)), f_other(sigma, i + shift(s, nu, -1)));
      sum = add(sum, add(scale(args.c, f_this(nu, i)), scale(args.d, staples)));
    }
  f_this_put(OUTERMOST + rho, i, sum);
}
