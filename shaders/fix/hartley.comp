#version 460
// variants: storage double
// The Hartley transform along one direction of extent N, f(k) = sum over x of cas(2 pi k x / N) f(x), cas =
// cos + sin, of eight real numbers a site. Like exp(ikx) these functions diagonalise the lattice's Laplacian,
// but real fields stay real. The transform is N times its own inverse. Extents are short, so a fast transform
// would save little, and any even extent works.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/algebra.glsl"
#include "args/scaled.h"

layout(constant_id = CONSTANT_FLAG_0) const uint MU_LOW = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint MU_HIGH = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint IN_SPACE = 0;  // momenta have three components
const uint MU = MU_LOW + 2 * MU_HIGH;

// With a coefficient above 0 the result is multiplied by coefficient / p^2.
ARGUMENTS(ScaledArgs)
MOMENTUM_IN(0, this_parity)
MOMENTUM_IN(1, other_parity)
MOMENTUM_OUT(2, to)
// The table has cas(2 pi n / N), n < N, for x, y, z and t.
layout(std430, binding = 3) readonly restrict buffer CasBlock { real cas[]; };

uint coordinate(Site s, uint mu) { return mu == 0 ? s.x : mu == 1 ? s.y : mu == 2 ? s.z : s.t; }
uint first_of(uint mu) { return mu == 0 ? 0 : mu == 1 ? LX : mu == 2 ? LX + LY : LX + LY + LZ; }

/// Returns 4 sin^2(pi k / N).
real square_of(Site s, uint mu) {
  const uint k = coordinate(s, mu), other = k == 0 ? 0 : extent(mu) - k, first = first_of(mu);
  return real(2) - cas[first + k] - cas[first + other];
}

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  const uint k = coordinate(s, MU), n = extent(MU), first = first_of(MU);
  Site from = s;
  uint phase = k * k % n;
  Algebra sum = Algebra(real4(0), real4(0));
  for (uint x = 0; x < n; x += 2) {
    sum = add(sum, scale(cas[first + phase], this_parity(0, from.index)));
    phase += phase + k < n ? k : k - n;
    from = up(from, MU);
    sum = add(sum, scale(cas[first + phase], other_parity(0, from.index)));
    phase += phase + k < n ? k : k - n;
    from = up(from, MU);
  }
  if (args.coefficient > real(0)) {
    real p2 = square_of(s, 0) + square_of(s, 1) + square_of(s, 2);
    if (IN_SPACE == 0) p2 += square_of(s, 3);
    const bool still = (s.x | s.y | s.z) == 0 && (IN_SPACE != 0 || s.t == 0);
    sum = scale(still ? real(0) : args.coefficient / p2, sum);
  }
  to_put(0, i, sum);
}
