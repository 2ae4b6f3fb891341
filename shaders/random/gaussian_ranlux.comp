#version 460
// variants: storage double
// Gaussians of RANLUX: momenta, pseudofermions, whatever has planes.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/philox.glsl"
#include "lib/ranlux.glsl"
#include "args/gaussian_ranlux.h"

ARGUMENTS(GaussianRanluxArgs)
RANLUX_INOUT(0)
FIELD_OUT(1, x)

void main() {
  const uint i = GRID_FIRST;
  if (i >= SITES) return;
  ranlux_load(i);
  for (uint plane = 0; plane < args.planes; ++plane) {
    real4 drawn = real4(gaussians(ranlux_words(args.skipped)));
    if (4 * plane + 2 >= args.reals) drawn = real4(drawn.xy, real(0), real(0));
    x_store(plane, i, args.scale * drawn);
  }
  ranlux_save(i);
}
