#version 460
// Test of lib/algebra: from coefficients p (8 reals) and a matrix w (18) it computes the matrix of 2 p + p /
// 2, and h(w); 26 reals.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/su3.glsl"
#include "lib/algebra.glsl"
#include "args/probe.h"

ARGUMENTS(ProbeArgs)
layout(std430, binding = 0) readonly restrict buffer InputBlock { float inputs[]; };
layout(std430, binding = 1) writeonly restrict buffer OutputBlock { float outputs[]; };

vec4 four_at(uint at) { return vec4(inputs[at], inputs[at + 1], inputs[at + 2], inputs[at + 3]); }
Colour colour_at(uint at) {
  return Colour(real3(inputs[at], inputs[at + 2], inputs[at + 4]),
                real3(inputs[at + 1], inputs[at + 3], inputs[at + 5]));
}

uint next;
void put(vec4 v) {
  for (int k = 0; k < 4; ++k) outputs[next++] = v[k];
}
void put(Colour c) {
  for (int k = 0; k < 3; ++k) {
    outputs[next++] = c.re[k];
    outputs[next++] = c.im[k];
  }
}

void main() {
  const uint i = GRID_FIRST;
  if (i >= args.count) return;
  const uint at = 26 * i;
  const Algebra p = Algebra(four_at(at), four_at(at + 4));
  const Su3 w = from_rows(colour_at(at + 8), colour_at(at + 14), colour_at(at + 20));
  next = at;
  const Su3 m = su3_of_algebra(add(scale(real(2), p), scale(real(0.5), p)));
  put(row(m, 0));
  put(row(m, 1));
  put(row(m, 2));
  const Algebra h = hermitian_part(w);
  put(h.a);
  put(h.b);
}
