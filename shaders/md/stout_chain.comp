#version 460
// variants: storage split double
// The chain rule of stout links V = exp(i q) U (C. Morningstar and M. Peardon, hep-lat/0311018), where q is
// the hermitian traceless part of W / i, W = rho C U^+, and C is the sum of the staples of U. A force F on V,
// dS = -2 Tr(F v) for dV = i v V, becomes
//   G = integral over s in [0, 1] of exp(-i s q) F exp(i s q), dS = -2 Tr(G dq),
// the force through the explicit U alone,
//   F <- F - i [q, G] - hermitian traceless part of G W,
// and what the staples' links are multiplied with, lambda = rho U^+ G: dS = -2 Im Tr(dC lambda). The
// commutators' series of G needs no eigenvalues and no case of its own for equal ones.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "lib/matrix_field.glsl"
#include "args/scaled.h"

layout(constant_id = CONSTANT_FLAG_0) const uint SPATIAL = 0;  // only links and staples in space

ARGUMENTS(ScaledArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MOMENTUM_INOUT(2, f)
MATRIX_OUT(3, lambda)

#include "lib/staple.glsl"

const uint STAPLE_DIRECTIONS = SPATIAL != 0 ? 3 : 4;
// Terms of the series for q = 0 and for each unit of the largest eigenvalue of its commutator.
const int LEAST_TERMS = PRECISION == 64 ? 16 : 8, TERMS_A_UNIT = PRECISION == 64 ? 5 : 4, MOST_TERMS = 200;

/// Returns -i [q, x] of hermitian matrices.
Su3 turned(Su3 q, Su3 x) {
  const Su3 product = mul(q, x);
  return Su3(product.im + transpose(product.im), transpose(product.re) - product.re);
}

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  if (mu >= STAPLE_DIRECTIONS) {
    lambda_put(mu, i, Su3(real3x3(0), real3x3(0)));
    return;
  }
  const Su3 u = u_this(mu, i);
  const Su3 loops = mul(u, plaquette_staples(site_at(i, args.parity), mu, STAPLE_DIRECTIONS));
  const Su3 w = scale(args.coefficient, adjoint(loops));
  const Su3 q = su3_of_algebra(hermitian_part(w)), force = su3_of_algebra(f(mu, i));
  // The eigenvalues of the commutator are differences of those of q, at most 2 sqrt(Tr q^2 / 2).
  const real size = sqrt(real(2) * re_trace_mul_adj(q, q));
  Su3 g = force;
  for (int n = min(LEAST_TERMS + int(real(TERMS_A_UNIT) * min(size, real(100))), MOST_TERMS); n > 0; --n)
    g = add(force, scale(real(1) / real(n + 1), turned(q, g)));
  const Su3 gw = mul(g, w);
  const Algebra own_force = coefficients(add(force, turned(q, g)));
  f_put(mu, i, add(own_force, scale(real(-1), hermitian_part(Su3(-gw.im, gw.re)))));
  lambda_put(mu, i, scale(args.coefficient, adj_mul(u, g)));
}
