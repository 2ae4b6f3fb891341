#version 460
// variants: storage
// Wilson gauge force: p_a += coefficient * 2 Im Tr[T_a U_mu(x) V_mu(x)], V the sum of the six staples that close the link
// to plaquettes. With coefficient = -eps * beta / 6 this is dp_a/dtau = -dS/domega_a under U -> exp(i omega_a T_a) U.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "args/scaled.h"

// The direction mu, as two flags: all four at once would hold thirty links in registers.
layout(constant_id = 11) const uint MU_LOW = 0;
layout(constant_id = 12) const uint MU_HIGH = 0;
const uint mu = MU_LOW + 2 * MU_HIGH;

ARGUMENTS(ScaledArgs)
GAUGE_IN(0, u_here)
GAUGE_IN(1, u_there)
MOMENTUM_INOUT(2, p)

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site s = site_at(i, args.parity), s_mu = up(s, mu);
  Su3 staples = Su3(real3x3(0), real3x3(0));
  [[unroll]] for (uint nu = 0; nu < 4; ++nu) {
    if (nu != mu) {
      const Site below = down(s, nu);
      // U_nu(x+mu) U_mu(x+nu)^+ U_nu(x)^+
      staples = add(staples, mul_adj(u_there(nu, s_mu.index), mul(u_here(nu, i), u_there(mu, up(s, nu).index))));
      // U_nu(x+mu-nu)^+ U_mu(x-nu)^+ U_nu(x-nu)
      staples = add(staples, adj_mul(mul(u_there(mu, below.index), u_here(nu, down(s_mu, nu).index)),
                                     u_there(nu, below.index)));
    }
  }
  const Algebra force = hermitian_part(mul(u_here(mu, i), staples));
  p_put(mu, i, add(p(mu, i), scale(args.coefficient, force)));
}
