#version 460
// p_a <- p_a + eps F_a on all links at the sites of one parity: the force of Wilson's action.
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
  float eps;
  float beta;
};
ARGUMENTS(Arguments)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
MOMENTUM_INOUT(2, p)

#include "lib/staple.glsl"

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site x = site_at(i, args.parity);
  for (uint mu = 0; mu < 4; ++mu) {
    const Su3 uv = mul(u_this(mu, i), plaquette_staples(x, mu));
    // F_a = -beta / 3 Im Tr(T_a U V); hermitian_part gives twice the trace.
    p_put(mu, i, add(p(mu, i), scale(-args.eps * args.beta / 6.0, hermitian_part(uv))));
  }
}
