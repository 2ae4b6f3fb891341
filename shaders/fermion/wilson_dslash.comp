#version 460
// variants: storage double half
// The Wilson hopping term from one parity to the other, out = (a + i a5 gamma5) x + (b + i b5 gamma5) H psi: all that Wilson
// and twisted-mass quarks need.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "args/wilson_dslash.h"

layout(constant_id = 12) const uint ADD_X = 0;  // whether the term with x is there at all
layout(constant_id = 13) const uint TWIST = 0;  // whether those with gamma5 are

ARGUMENTS(WilsonDslashArgs)
GAUGE_IN(0, u_here)
GAUGE_IN(1, u_there)
SPINOR_IN(2, psi)
SPINOR_IN(3, x)
SPINOR_OUT(4, result)

#include "lib/boundary.glsl"
#include "lib/hop.glsl"

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  Spinor sum = hop(site_at(i, args.parity));
  if (TWIST != 0) sum = twisted(args.b, args.b5, sum);
  else sum = scale(args.b, sum);
  if (ADD_X != 0) {
    if (TWIST != 0) sum = add(twisted(args.a, args.a5, x(i)), sum);
    else sum = add(scale(args.a, x(i)), sum);
  }
  result_put(i, sum);
}
