#version 460
// Test of lib/gamma: from spinors (24 reals) it computes gamma5 psi and, for mu = 0..3 and both signs, psi +
// (1 -+ gamma_mu) psi by `project` and `expand`; 9 spinors an item.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "args/probe.h"

ARGUMENTS(ProbeArgs)
layout(std430, binding = 0) readonly restrict buffer InputBlock { float inputs[]; };
layout(std430, binding = 1) writeonly restrict buffer OutputBlock { float outputs[]; };

Colour colour_at(uint at) {
  return Colour(real3(inputs[at], inputs[at + 2], inputs[at + 4]),
                real3(inputs[at + 1], inputs[at + 3], inputs[at + 5]));
}

uint next;
void put(Colour c) {
  for (int k = 0; k < 3; ++k) {
    outputs[next++] = c.re[k];
    outputs[next++] = c.im[k];
  }
}
void put(Spinor p) {
  put(p.s0);
  put(p.s1);
  put(p.s2);
  put(p.s3);
}

void main() {
  const uint i = GRID_FIRST;
  if (i >= args.count) return;
  const uint at = 24 * i;
  const Spinor psi = Spinor(colour_at(at), colour_at(at + 6), colour_at(at + 12), colour_at(at + 18));
  next = 9 * at;
  put(gamma5(psi));
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    put(expand(psi, project(psi, mu, true), mu, true));
    put(expand(psi, project(psi, mu, false), mu, false));
  }
}
