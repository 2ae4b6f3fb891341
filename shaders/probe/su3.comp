#version 460
// Test of lib/su3. An item is A, B (matrices, 18 reals row by row), c, d (colour vectors, 6) and a hermitian
// traceless Q (18). Its results are in the order of main(), 273 reals.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/su3.glsl"
#include "args/probe.h"

ARGUMENTS(ProbeArgs)
layout(std430, binding = 0) readonly restrict buffer InputBlock { float inputs[]; };
layout(std430, binding = 1) writeonly restrict buffer OutputBlock { float outputs[]; };

const uint INPUTS = 66, OUTPUTS = 273;

Colour colour_at(uint at) {
  return Colour(real3(inputs[at], inputs[at + 2], inputs[at + 4]),
                real3(inputs[at + 1], inputs[at + 3], inputs[at + 5]));
}
Su3 matrix_at(uint at) { return from_rows(colour_at(at), colour_at(at + 6), colour_at(at + 12)); }

uint next;
void put(real x) { outputs[next++] = x; }
void put(Colour c) {
  for (int k = 0; k < 3; ++k) {
    put(c.re[k]);
    put(c.im[k]);
  }
}
void put(Su3 m) {
  for (int i = 0; i < 3; ++i) put(row(m, i));
}

void main() {
  const uint i = GRID_FIRST;
  if (i >= args.count) return;
  const Su3 a = matrix_at(i * INPUTS), b = matrix_at(i * INPUTS + 18);
  const Colour c = colour_at(i * INPUTS + 36), d = colour_at(i * INPUTS + 42);
  const Su3 q = matrix_at(i * INPUTS + 48);
  next = i * OUTPUTS;
  put(a);
  put(su3_unit());
  put(add(a, b));
  put(sub(a, b));
  put(scale(real(0.5), a));
  put(adjoint(a));
  put(mul(a, b));
  put(mul_adj(a, b));
  put(adj_mul(a, b));
  put(outer(c, d));
  put(reunitarize(a));
  put(exp_i(q));
  put(mul(a, c));
  put(adj_mul(a, c));
  put(third_row(c, d));
  put(add(c, d));
  put(sub(c, d));
  put(scale(real(0.5), c));
  put(times_i(c));
  put(row(a, 0));
  put(row(a, 2));
  put(trace(a).x);
  put(trace(a).y);
  put(re_trace_mul_adj(a, b));
}
