#version 460
// variants: storage split
// Computes U_mu(x) v(x + mu) of all near-null vectors v at the sites x of one parity.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/aggregates.glsl"
#include "args/aggregate_hops.h"

ARGUMENTS(AggregateHopsArgs)
GAUGE_IN(0, u_this)
FIELD_IN(1, vectors)
FIELD_OUT(2, hops)

#include "lib/boundary.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const Site s = site_at(memory_site(own), args.parity);
  const uvec2 to = aggregate_place(s), from = aggregate_place(up(s, args.direction));
  const Su3 u = u_this(args.direction, s.index);
  const cplx factor = hop_factor(s, args.direction, true);
  const uint stride = part_stride();
  for (uint k = 0; k < 2 * VECTORS; ++k) {
    const uint at = part_texel(from.x, k / VECTORS, k % VECTORS, from.y);
    const HalfSpinor v =
        half_spinor_of_planes(vectors_texel(at), vectors_texel(at + stride), vectors_texel(at + 2 * stride));
    const Colour a = times_factor(factor, mul(u, v.a)), b = times_factor(factor, mul(u, v.b));
    const uint first = part_texel(to.x, k / VECTORS, k % VECTORS, to.y);
    hops_put_texel(first, real4(a.re.x, a.im.x, a.re.y, a.im.y));
    hops_put_texel(first + stride, real4(a.re.z, a.im.z, b.re.x, b.im.x));
    hops_put_texel(first + 2 * stride, real4(b.re.y, b.im.y, b.re.z, b.im.z));
  }
}
