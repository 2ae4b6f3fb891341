#version 460
// variants: storage double
// The chain rule of fat links along mu through the links at the sides of their paths, those along rho != mu:
//   z_rho(x) = b z_rho(x) + sum over pairs (M, Y) of
//     M(x+rho) V^+ Y(x)^+ + Y(x+rho) V^+ M(x)^+ + M(x-mu+rho)^+ W^+ Y(x-mu) + Y(x-mu+rho)^+ W^+ M(x-mu),
// V = U_rho(x+mu), W = U_rho(x-mu). M and Y transport from y to y + mu; Y is the adjoint of a derivative. The
// field f has staples A and sums B (smear/staple_sums.comp) of the links, the sums without paths of three
// links. The field g has A' and B' of y^+, y = dS/dX_mu. The pairs are (B_rho, y^+), (U_mu, B'_rho) and,
// times the weight d of paths of seven links, (A_sigma, A'_nu) and (A_nu, A'_sigma). b is 0 or 1.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/matrix_field.glsl"
#include "args/fat_links.h"

ARGUMENTS(FatLinksArgs)
GAUGE_IN(0, u_other)
MATRIX_IN(1, f_this)
MATRIX_IN(2, f_other)
MATRIX_IN(3, g_this)
MATRIX_IN(4, g_other)
MATRIX_INOUT(5, z)

const uint OUTERMOST = 4;  // lib/transporters.glsl

void main() {
  const uint i = memory_site(GRID_FIRST % SITES), rho = GRID_FIRST / SITES, mu = args.mu;
  if (rho >= 4 || rho == mu) return;
  const Site s = site_at(i, args.parity);
  const uint above = i + shift(s, rho, 1), behind = i + shift(s, mu, -1), corner = behind + above - i;
  const uint nu = (rho ^ mu) == 1 ? mu ^ 2 : mu ^ 1, sigma = 6 - mu - nu - rho;
  Su3 v = adjoint(u_other(rho, i + shift(s, mu, 1))), w = adjoint(u_other(rho, behind));
  Su3 sum = Su3(real3x3(0), real3x3(0));
  if (args.b != real(0)) sum = z(rho, i);
  [[dont_unroll]] for (uint pair = 0; pair < 4; ++pair) {
    const uint m = pair == 0 ? OUTERMOST + rho : pair == 1 ? mu : pair == 2 ? sigma : nu;
    const uint y = pair == 0 ? mu : pair == 1 ? OUTERMOST + rho : pair == 2 ? nu : sigma;
    if (pair == 2) {
      v = scale(args.d, v);
      w = scale(args.d, w);
    }
    sum = add(sum, add(mul(f_other(m, above), mul_adj(v, g_this(y, i))),
                       mul(g_other(y, above), mul_adj(v, f_this(m, i)))));
    sum = add(sum, add(mul(adj_mul(f_this(m, corner), w), g_other(y, behind)),
                       mul(adj_mul(g_this(y, corner), w), f_other(m, behind))));
  }
  z_put(rho, i, sum);
}
