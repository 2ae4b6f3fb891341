#version 460
// variants: storage split double
// The hop of staggered quarks for several right-hand sides at once, out = a x + one D_1 psi + three D_3 psi
// for each, as in fermion/naik_dslash.comp. Naive staggered quarks have no D_3.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/long_link.glsl"
#include "lib/staggered.glsl"
#include "args/naik_dslash.h"

layout(constant_id = CONSTANT_FLAG_1) const uint ADD_X = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint LONG = 0;  // nonzero: there are hops over three links
layout(constant_id = CONSTANT_COUNT) const uint COUNT = 2;  // right-hand sides, an even number

ARGUMENTS(NaikDslashArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
LONG_IN(2, l_this)
LONG_IN(3, l_other)
FIELD_IN(4, psi)
FIELD_IN(5, x)
FIELD_OUT(6, result)

#include "lib/boundary.glsl"
#include "lib/multi_colour_hop.glsl"

void put_term(uint n, uint i, Colour h) {
  if (ADD_X != 0) h = add(scale(args.a, COLOUR_AT(x, n, i)), h);
  PUT_COLOUR(result, n, i, h)
}

void main() {
  if (RHS_PAIR_SITE >= SITES || RHS_PAIR >= RHS_PAIRS) return;
  const uint i = memory_site(RHS_PAIR_SITE), n = 2 * RHS_PAIR;
  const TwoColours h = two_hops(n, i);
  put_term(n, i, h.first);
  put_term(n + 1, i, h.second);
}
