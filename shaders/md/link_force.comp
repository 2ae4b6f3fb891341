#version 460
// variants: storage split double
// The force of an energy with dS = -Re sum Tr dU z: p_a += coefficient * 2 Im Tr[T_a U_mu(x) z_mu(x)],
// coefficient = eps / 2.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "lib/matrix_field.glsl"
#include "args/scaled.h"

ARGUMENTS(ScaledArgs)
GAUGE_IN(0, u)
MATRIX_IN(1, z)
MOMENTUM_INOUT(2, p)

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Su3 w = mul(u(mu, i), z(mu, i));
  p_put(mu, i, add(p(mu, i), scale(args.coefficient, hermitian_part(w))));
}
