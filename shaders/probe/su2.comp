#version 460
// Test of lib/su2 and lib/su2_heatbath. An item is a matrix W (18 reals row by row), quaternions a and k (4
// each), a drawn number and the larger one that accepts it. Its results are for each subgroup the part of W
// and a W, then the reflection of k, the heatbath's element for k, and the height from both numbers; 75
// reals.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/su3.glsl"
#include "lib/philox.glsl"
#include "lib/draws.glsl"
#include "lib/su2.glsl"
#include "lib/su2_heatbath.glsl"
#include "args/probe.h"

ARGUMENTS(ProbeArgs)
layout(std430, binding = 0) readonly restrict buffer InputBlock { float inputs[]; };
layout(std430, binding = 1) writeonly restrict buffer OutputBlock { float outputs[]; };

const uint INPUTS = 28, OUTPUTS = 75;

Colour colour_at(uint at) {
  return Colour(real3(inputs[at], inputs[at + 2], inputs[at + 4]),
                real3(inputs[at + 1], inputs[at + 3], inputs[at + 5]));
}
real4 quaternion_at(uint at) { return real4(inputs[at], inputs[at + 1], inputs[at + 2], inputs[at + 3]); }

uint next;
void put(real4 q) {
  for (int k = 0; k < 4; ++k) outputs[next++] = q[k];
}
void put(Su3 m) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      outputs[next++] = m.re[j][i];
      outputs[next++] = m.im[j][i];
    }
}

void main() {
  const uint i = GRID_FIRST;
  if (i >= args.count) return;
  const uint at = i * INPUTS;
  const Su3 w = from_rows(colour_at(at), colour_at(at + 6), colour_at(at + 12));
  const real4 a = quaternion_at(at + 18), k = quaternion_at(at + 22);
  next = i * OUTPUTS;
  [[unroll]] for (int g = 0; g < SUBGROUPS; ++g) {
    put(su2_part(w, g));
    put(su2_times(a, w, g));
  }
  put(su2_reflection(k));
  const Draws angles = philox_draws(uvec4(i, 0, 0, 1), uvec2(2, 3));
  put(su2_heatbath(k, DRAW(angles, x), uvec4(i, 0, 0, 0), uvec2(2, 3)));
  outputs[next] = polar_height(inputs[at + 26], inputs[at + 27]);
}
