#version 460
// variants: storage
// The Wilson hopping term from one parity to the other, out = a x + b H psi with
//   (H psi)(x) = sum_mu (1-gamma_mu) U_mu(x) psi(x+mu) + (1+gamma_mu) U_mu(x-mu)^+ psi(x-mu);
// H^+ = gamma5 H gamma5 has the signs of gamma_mu exchanged.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "args/wilson_dslash.h"

layout(constant_id = 11) const uint DAGGER = 0;
layout(constant_id = 12) const uint ADD_X = 0;  // whether the term a x is there at all

ARGUMENTS(WilsonDslashArgs)
GAUGE_IN(0, u_here)
GAUGE_IN(1, u_there)
SPINOR_IN(2, psi)
SPINOR_IN(3, x)
SPINOR_OUT(4, result)

/// (1 -+ gamma_mu) psi(site), two spins of it; half the loads in time.
HalfSpinor projected(uint site, uint mu, bool minus) {
  HalfSpinor h;
  if (mu == 3) h = scale(real(2), psi_half(minus, site));
  else h = project(psi(site), mu, minus);
  return h;
}

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site s = site_at(i, args.parity);
  Spinor sum = spinor_zero();
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    {
      const bool minus = DAGGER == 0;
      const HalfSpinor h = projected(up(s, mu).index, mu, minus);
      const Su3 u = u_here(mu, i);
      sum = expand(sum, scale(boundary_sign(s, mu), HalfSpinor(mul(u, h.a), mul(u, h.b))), mu, minus);
    }
    {
      const bool minus = DAGGER != 0;
      const Site below = down(s, mu);
      const HalfSpinor h = projected(below.index, mu, minus);
      const Su3 u = u_there(mu, below.index);
      sum = expand(sum, scale(boundary_sign(below, mu), HalfSpinor(adj_mul(u, h.a), adj_mul(u, h.b))), mu, minus);
    }
  }
  sum = scale(args.b, sum);
  if (ADD_X != 0) sum = add(scale(args.a, x(i)), sum);
  result_put(i, sum);
}
