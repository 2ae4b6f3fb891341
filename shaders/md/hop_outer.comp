#version 460
// variants: storage double
// The derivative of a staggered hop with respect to its links, U of one step or L of three:
//   z_mu(x) = coefficient eta_mu(x) X(x+n mu) X(x)^+, or z_mu(x) += the same, n = 1 or 3,
// with the boundary's factors in the links. So coefficient X^+ dD X = Re sum Tr dU z over the forward hops.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/colour_field.glsl"
#include "lib/matrix_field.glsl"
#include "lib/staggered.glsl"
#include "args/hop_force.h"

layout(constant_id = CONSTANT_FLAG_0) const uint ADD = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint THREE = 0;  // nonzero: n is 3

ARGUMENTS(HopForceArgs)
COLOUR_IN(0, x_this)
COLOUR_IN(1, x_other)
MATRIX_INOUT(2, z)

#include "lib/boundary.glsl"
#include "lib/three_steps.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  const Colour x = x_this(i);
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    cplx f;
    Site to;
    if (THREE != 0) {
      f = three_factor(s, mu, true);
      to = three_up(s, mu);
    } else {
      f = hop_factor(s, mu, true);
      to = up(s, mu);
    }
    f *= args.coefficient * eta(s, mu);
    Su3 w = outer(times_factor(f, x_other(to.index)), x);
    if (ADD != 0) w = add(z(mu, i), w);
    z_put(mu, i, w);
  }
}
