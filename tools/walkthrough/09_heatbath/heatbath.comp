#version 460
// Heatbath of the links U_mu(x) of one direction at the sites of one parity: no two of them share a
// plaquette.
#define STORAGE 0  // plain buffers
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/philox.glsl"
#include "lib/draws.glsl"
#include "lib/su2.glsl"
#include "lib/su2_heatbath.glsl"

struct Arguments {
  uint parity;
  uint mu;
  float factor;  // 2 beta / 3, since su2_heatbath draws from exp(Tr(a k) / 2)
  uint seed;
  uint step;
};
ARGUMENTS(Arguments)
GAUGE_INOUT(0, u_this)
GAUGE_IN(1, u_other)

#include "lib/path.glsl"

/// The sum V of six staples, each a path of three links from x + mu back to x: Re Tr(U V) is the sum over the
/// plaquettes with the link U.
Su3 staples(Site x, uint mu) {
  const Site ahead = up(x, mu);
  Su3 sum = scale(0.0, su3_unit());
  for (uint nu = 0; nu < 4; ++nu) {
    if (nu == mu) continue;
    const Site above = up(x, nu), below = down(x, nu);
    const Su3 over = mul_adj(mul_adj(link(nu, ahead), link(mu, above)), link(nu, x));
    const Su3 under = mul(adjoint(mul(link(mu, below), link(nu, down(ahead, nu)))), link(nu, below));
    sum = add(sum, add(over, under));
  }
  return sum;
}

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site x = site_at(i, args.parity);
  Su3 u = u_this(args.mu, i);
  Su3 w = mul(u, scale(args.factor, staples(x, args.mu)));
  // Random numbers are counted by site, direction and draw, as in production: the CPU draws the same.
  const uvec2 key = uvec2(args.seed, 0);
  const uint first = 64 * args.mu, stream = 6;
  const uvec4 angles = philox(uvec4(global_index(x), first + 48, args.step, stream), key);
  for (int subgroup = 0; subgroup < SUBGROUPS; ++subgroup) {
    const uvec4 counter = uvec4(global_index(x), first + 16 * subgroup, args.step, stream);
    const vec4 a = su2_heatbath(su2_part(w, subgroup), angles[subgroup], counter, key);
    u = su2_times(a, u, subgroup);
    w = su2_times(a, w, subgroup);
  }
  u_this_put(args.mu, i, u);
}
