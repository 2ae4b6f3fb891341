#version 460
// variants: storage split double
// Computes the field strength of every plane at the sites of one parity, F = (Q - Q^+) / 8i with its trace. Q
// is the sum of the four plaquettes that meet at the site.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "lib/tensor_field.glsl"
#include "args/site.h"

ARGUMENTS(SiteArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
TENSOR_OUT(2, f)

#include "lib/path.glsl"
#include "lib/clover.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  // This loop is not unrolled: six planes at once would need too many registers.
  for (uint plane = 0; plane < 6; ++plane) {
    const uint mu = plane < 3 ? (plane + 1) % 3 : plane - 3, nu = plane < 3 ? (plane + 2) % 3 : 3;
    Su3 q = add(square(s, mu, true, nu, true), square(s, nu, true, mu, false));
    q = add(q, square(s, mu, false, nu, false));
    q = add(q, square(s, nu, false, mu, true));
    // (Q - Q^+) / 2i is the hermitian part of -i Q.
    f_put(plane, i, scale(real(0.25), hermitian_of(Su3(q.im, -q.re))));
  }
}
