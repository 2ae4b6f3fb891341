#version 460
// Landau gauge: at each site the rotation g that makes sum_mu Re Tr [g U_mu(x) + U_mu(x-mu) g^+] large, in
// one SU(2) subgroup after the other. Sites of one parity share no link: all of them at once.
#define STORAGE 0  // plain buffers
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/su2.glsl"

struct Arguments {
  uint parity;
  float omega;
};
ARGUMENTS(Arguments)
GAUGE_INOUT(0, u_this)
GAUGE_INOUT(1, u_other)

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site x = site_at(i, args.parity);
  Su3 w = Su3(mat3(0), mat3(0)), g = su3_unit();
  for (uint mu = 0; mu < 4; ++mu) w = add(w, add(u_this(mu, i), adjoint(u_other(mu, down(x, mu).index))));
  for (int s = 0; s < SUBGROUPS; ++s) {
    const vec4 k = su2_part(w, s);  // Re Tr(a w) = 2 (a0 k0 - a.k) + ..., largest for a = k^+ / |k|
    // further than that: omega > 1
    const vec4 a = normalize(mix(su2_unit(), su2_adjoint(normalize(k)), args.omega));
    w = su2_times(a, w, s);
    g = su2_times(a, g, s);
  }
  for (uint mu = 0; mu < 4; ++mu) {
    const uint below = down(x, mu).index;
    u_this_put(mu, i, mul(g, u_this(mu, i)));
    u_other_put(mu, below, mul_adj(u_other(mu, below), g));
  }
}
