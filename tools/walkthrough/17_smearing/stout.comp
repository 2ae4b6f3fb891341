#version 460
// A step of stout smearing of all links at the sites of one parity: V = exp(i Q) U.
#define STORAGE 0  // plain buffers
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"

struct Arguments {
  uint parity;
  float rho;
};
ARGUMENTS(Arguments)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
GAUGE_OUT(2, smeared)

#include "lib/staple.glsl"

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site x = site_at(i, args.parity);
  for (uint mu = 0; mu < 4; ++mu) {
    const Su3 u = u_this(mu, i), plaquettes = mul(u, plaquette_staples(x, mu));
    // The step is downhill in the action: -rho times its slope, with hermitian_part as in chapter 12.
    const Su3 q = su3_of_algebra(scale(-args.rho, hermitian_part(plaquettes)));
    smeared_put(mu, i, reunitarize(mul(exp_i(q), u)));
  }
}
