#version 460
// variants: storage split double
// The Wilson hop for several right-hand sides at once, out = (a + i a5 gamma5) x + (b + i b5 gamma5) H psi
// for each.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "args/wilson_dslash.h"

layout(constant_id = CONSTANT_FLAG_0) const uint DAGGER = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint ADD_X = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint TWIST = 0;
layout(constant_id = CONSTANT_COUNT) const uint COUNT = 2;  // right-hand sides, an even number

ARGUMENTS(WilsonDslashArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
FIELD_IN(2, psi)
FIELD_IN(3, x)
FIELD_OUT(4, result)

#include "lib/boundary.glsl"
#include "lib/multi_hop.glsl"

void main() {
  if (RHS_PAIR_SITE >= SITES || RHS_PAIR >= RHS_PAIRS) return;
  const uint i = memory_site(RHS_PAIR_SITE), n = 12 * RHS_PAIR;
  const TwoSpinors h = two_hops(n, i);
  put_spinor(n, i, hop_term(n, i, h.first));
  put_spinor(n + 6, i, hop_term(n + 6, i, h.second));
}
