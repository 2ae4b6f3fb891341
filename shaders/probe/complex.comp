#version 460
// Test of lib/complex: from pairs of complex numbers a, b it computes their products and i a.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "args/probe.h"

ARGUMENTS(ProbeArgs)
layout(std430, binding = 0) readonly restrict buffer InputBlock { vec4 inputs[]; };
layout(std430, binding = 1) writeonly restrict buffer OutputBlock { vec2 outputs[]; };

void main() {
  const uint i = GRID_FIRST;
  if (i >= args.count) return;
  const cplx a = inputs[i].xy, b = inputs[i].zw;
  outputs[3 * i] = cmul(a, b);
  outputs[3 * i + 1] = cmul_conj(a, b);
  outputs[3 * i + 2] = times_i(a);
}
