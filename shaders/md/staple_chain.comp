#version 460
// variants: storage split double
// The force on the links of staples: F_mu(x) += hermitian traceless part of U z, where z collects, for every
// staple C_nu(y) with the link U = U_mu(x), what multiplies it in dS = -2 Im sum Tr(dC lambda). With
//   A = U_nu(x+mu), B = U_nu(x), M = U_mu(x+nu) and, behind,
//   C = U_nu(x-nu+mu), D = U_nu(x-nu), N = U_mu(x-nu)
// it is, summed over nu,
//   z = A [lambda_mu(x+nu) B^+ + M^+ lambda_nu(x)] - lambda_nu(x+mu)^+ M^+ B^+
//     + C^+ [lambda_mu(x-nu) D - N^+ lambda_nu(x-nu)^+] + lambda_nu(x+mu-nu) N^+ D.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "lib/matrix_field.glsl"
#include "args/site.h"

layout(constant_id = CONSTANT_FLAG_0) const uint SPATIAL = 0;  // only links and staples in space

ARGUMENTS(SiteArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MATRIX_IN(2, lambda_this)
MATRIX_IN(3, lambda_other)
MOMENTUM_INOUT(4, f)

const uint STAPLE_DIRECTIONS = SPATIAL != 0 ? 3 : 4;

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU;
  if (own >= SITES || mu >= STAPLE_DIRECTIONS) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  const uint ahead = i + shift(s, mu, 1);
  Su3 z = Su3(real3x3(0), real3x3(0));
  [[dont_unroll]] for (uint k = 1; k < 4; ++k) {
    const uint nu = mu ^ k;
    if (nu >= STAPLE_DIRECTIONS) continue;
    const uint above = i + shift(s, nu, 1), below = i + shift(s, nu, -1), corner = below + ahead - i;
    const Su3 b = u_this(nu, i), m = u_other(mu, above);
    const Su3 first = add(mul_adj(lambda_other(mu, above), b), adj_mul(m, lambda_this(nu, i)));
    z = add(z, mul(u_other(nu, ahead), first));
    z = sub(z, mul_adj(adj_mul(lambda_other(nu, ahead), adjoint(m)), b));
    const Su3 d = u_other(nu, below), n = u_other(mu, below);
    const Su3 second = sub(mul(lambda_other(mu, below), d), adj_mul(n, adjoint(lambda_other(nu, below))));
    z = add(z, adj_mul(u_this(nu, corner), second));
    z = add(z, mul(lambda_this(nu, corner), adj_mul(n, d)));
  }
  const Su3 uz = mul(u_this(mu, i), z);
  f_put(mu, i, add(f(mu, i), hermitian_part(Su3(-uz.im, uz.re))));
}
