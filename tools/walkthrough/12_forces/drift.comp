#version 460
// U <- exp(i eps P) U on all links at the sites of one parity.
#define STORAGE 0  // plain buffers
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"

struct Arguments {
  float eps;
};
ARGUMENTS(Arguments)
GAUGE_INOUT(0, u)
MOMENTUM_IN(1, p)

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  for (uint mu = 0; mu < 4; ++mu)
    u_put(mu, i, reunitarize(mul(exp_i(su3_of_algebra(scale(args.eps, p(mu, i)))), u(mu, i))));
}
