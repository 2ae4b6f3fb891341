#version 460
// variants: storage split double
// Computes U_mu(x) <- exp(i coefficient P_mu(x)) U_mu(x), projected to SU(3) against rounding.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "args/scaled.h"

ARGUMENTS(ScaledArgs)
GAUGE_INOUT(0, u)
MOMENTUM_IN(1, p)

void main() {
  const uint i = memory_site(GRID_FIRST % SITES), mu = GRID_FIRST / SITES;
  if (mu >= 4) return;
  const Su3 q = su3_of_algebra(scale(args.coefficient, p(mu, i)));
  u_put(mu, i, reunitarize(mul(exp_i(q), u(mu, i))));
}
