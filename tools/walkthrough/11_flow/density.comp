#version 460
// The energy density at the sites of one parity: E = 2 sum over the six plaquettes that start there of Re
// Tr(1 - P).
#define STORAGE 0  // plain buffers
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"

struct Arguments {
  uint parity;
};
ARGUMENTS(Arguments)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
// Lexicographic; each parity writes its half.
layout(std430, binding = 2) restrict buffer Density { float density[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site x = site_at(i, args.parity);
  float sum = 0.0;
  for (uint mu = 0; mu < 3; ++mu)
    for (uint nu = mu + 1; nu < 4; ++nu) {
      const Su3 lower = mul(u_this(mu, i), u_other(nu, up(x, mu).index));
      const Su3 upper = mul(u_this(nu, i), u_other(mu, up(x, nu).index));
      sum += 3.0 - re_trace_mul_adj(lower, upper);
    }
  density[global_index(x)] = 2.0 * sum;
}
