#version 460
// variants: storage double
// The density of momenta or forces: (sum over mu and a of p_a^2, 0, 0, 0) at each site.
#include "lib/backend.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"

FIELD_IN(0, p)
FIELD_OUT(1, density)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  real sum = real(0);
  for (uint plane = 0; plane < 8; ++plane) {
    const real4 v = p_plane(plane, i);
    sum += dot(v, v);
  }
  density_store(0, i, real4(sum, 0, 0, 0));
}
