#version 460
// variants: storage split
// Test of lib/link: returns every link as the kernels see it, 18 reals, and a copy through `put`.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "args/probe.h"

ARGUMENTS(ProbeArgs)
GAUGE_IN(0, u)
GAUGE_OUT(1, v)
layout(std430, binding = 2) writeonly restrict buffer OutputBlock { float outputs[]; };

void main() {
  const uint i = GRID_FIRST;
  if (i >= args.count) return;
  uint next = 72 * i;
  for (uint mu = 0; mu < 4; ++mu) {
    const Su3 m = u(mu, i);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        outputs[next++] = m.re[c][r];
        outputs[next++] = m.im[c][r];
      }
    v_put(mu, i, m);
  }
}
