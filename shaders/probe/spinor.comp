#version 460
// variants: storage
// Test of lib/spinor: psi as a plain buffer of 24 reals a site, its lower half again (12 reals), and a copy
// through `put`.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/spinor.glsl"
#include "args/probe.h"

ARGUMENTS(ProbeArgs)
SPINOR_IN(0, psi)
SPINOR_OUT(1, chi)
layout(std430, binding = 2) writeonly restrict buffer OutputBlock { float outputs[]; };

uint next;
void put(Colour c) {
  for (int k = 0; k < 3; ++k) {
    outputs[next++] = c.re[k];
    outputs[next++] = c.im[k];
  }
}

void main() {
  const uint i = GRID_FIRST;
  if (i >= args.count) return;
  const Spinor p = psi(i);
  const HalfSpinor lower = psi_half(true, i);
  next = 36 * i;
  put(p.s0);
  put(p.s1);
  put(p.s2);
  put(p.s3);
  put(lower.a);
  put(lower.b);
  // (2 psi + psi) - 2 psi is exact, and tests sums and multiples.
  chi_put(i, add(scale(real(2), p), scale(real(-1), add(p, spinor_zero()))));
}
