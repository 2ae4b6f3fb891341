#version 460
// variants: storage
// Links of the coarse lattice, multiplied by the inverse of the coarse site's own matrix. The four forward
// ones come first; a backward one is sigma_3 L^+ sigma_3 of the neighbour's forward link L. A thread has two
// rows and two columns.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/coarse.glsl"
#include "args/site.h"

ARGUMENTS(SiteArgs)
FIELD_IN(0, inverse)
FIELD_IN(1, forward_this)
FIELD_IN(2, forward_other)
FIELD_OUT(3, links)

void main() {
  const uint i = GRID_FIRST;
  if (i >= SITES * 8 * VECTORS * VECTORS) return;
  const uint row = 2 * (i % VECTORS), column = 2 * (i / VECTORS % VECTORS);
  const uint direction = i / (VECTORS * VECTORS) % 8, site = i / (VECTORS * VECTORS * 8);
  const uint mu = direction % 4;
  const bool back = direction >= 4;
  uint from = site;
  if (back) from = down(site_at(site, args.parity), mu).index;
  const real sign = column < VECTORS ? real(1) : real(-1);
  real4 sum = real4(0), next = real4(0);
  for (uint k = 0; k < 2 * VECTORS; k += 2) {
    // Each texel has two columns of the link: those of row k, and those of row k + 1.
    real4 a, b;
    if (back) {
      const uint at = matrix_texel(4, from, mu, k, column);
      const real4 c = forward_other_texel(at), d = forward_other_texel(at + 1);
      const real both = k < VECTORS ? sign : -sign;
      a = both * real4(c.x, -c.y, d.x, -d.y);
      b = both * real4(c.z, -c.w, d.z, -d.w);
    } else {
      const uint at = matrix_texel(4, from, mu, column, k);
      a = forward_this_texel(at);
      b = forward_this_texel(at + 1);
    }
    const uint at = matrix_texel(1, site, 0, k, row);
    const real4 p = inverse_texel(at), q = inverse_texel(at + 1);
    sum += times_texel(p.xy, a) + times_texel(p.zw, b);
    next += times_texel(q.xy, a) + times_texel(q.zw, b);
  }
  const uint to = matrix_texel(8, site, direction, column, row);
  links_put_texel(to, sum);
  links_put_texel(to + 1, next);
}
