#version 460
// variants: storage double
// Computes links from matrices: W = V (V^+ V)^(-1/2) in U(3), or the matrices times a number.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/project.glsl"
#include "lib/matrix_field.glsl"
#include "args/linear.h"

layout(constant_id = CONSTANT_FLAG_0) const uint SCALE = 0;  // nonzero: only multiply by a

ARGUMENTS(LinearArgs)
MATRIX_IN(0, v)
GAUGE_OUT(1, w)

void main() {
  const uint i = memory_site(GRID_FIRST % SITES), mu = GRID_FIRST / SITES;
  if (mu >= 4) return;
  const Su3 m = v(mu, i);
  if (SCALE != 0) w_put(mu, i, scale(args.a, m));
  else w_put(mu, i, unitary_part(m));
}
