#version 460
// Wilson's Dirac matrix M, or M^+, on a quark field at the sites of one parity.
#define STORAGE 0  // plain buffers
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"

struct Arguments {
  uint parity;
  uint adjoint;
  float kappa;
};
ARGUMENTS(Arguments)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
SPINOR_IN(2, psi_this)
SPINOR_IN(3, psi_other)
SPINOR_OUT(4, result)

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i >= SITES) return;
  const Site x = site_at(i, args.parity);
  const bool minus = args.adjoint == 0;  // M^+ has the signs of all gammas exchanged
  Spinor sum = spinor_zero();
  for (uint mu = 0; mu < 4; ++mu) {
    const Site ahead = up(x, mu), behind = down(x, mu);
    // (1 - gamma_mu) U_mu(x) psi(x + mu): two spins go through the link, the other two follow from them.
    HalfSpinor h = project(psi_other(ahead.index), mu, minus);
    Su3 u = u_this(mu, i);
    sum = expand(sum, scale(boundary_sign(x, mu), HalfSpinor(mul(u, h.a), mul(u, h.b))), mu, minus);
    // (1 + gamma_mu) U_mu(x - mu)^+ psi(x - mu)
    h = project(psi_other(behind.index), mu, !minus);
    u = u_other(mu, behind.index);
    sum = expand(sum, scale(boundary_sign(behind, mu), HalfSpinor(adj_mul(u, h.a), adj_mul(u, h.b))), mu,
                 !minus);
  }
  result_put(i, add(psi_this(i), scale(-args.kappa, sum)));
}
