#version 460
// variants: storage split double
// The force of a Wilson hop between two fields. dS = 2 kappa Re Y^+ dH X, with X and Y on all sites, adds to
// the momenta
//   p_a += coefficient * 2 Im Tr[T_a W],
//   W = Tr_spin[(1-gamma_mu) U X(x+mu) Y(x)^+ - (1+gamma_mu) X(x) (U Y(x+mu))^+],
// coefficient = eps kappa, with the boundary's factors in the links. host/reference/fermion_force.hpp defines
// X and Y.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#include "lib/algebra.glsl"
#include "args/hop_force.h"

ARGUMENTS(HopForceArgs)
GAUGE_IN(0, u_this)
SPINOR_IN(1, x_this)
SPINOR_IN(2, x_other)
SPINOR_IN(3, y_this)
SPINOR_IN(4, y_other)
MOMENTUM_INOUT(5, p)

#include "lib/boundary.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity);
  const Spinor x = x_this(i), y = y_this(i);
  [[unroll]] for (uint mu = 0; mu < 4; ++mu) {
    const Su3 u = u_this(mu, i);
    const uint j = up(s, mu).index;
    const Spinor x_up = x_other(j), y_up = y_other(j);
    // The spin trace of a rank-two projector is a sum over the two spins that `project` keeps.
    const HalfSpinor x_minus = project(x_up, mu, true), y_minus = project(y, mu, true);
    const HalfSpinor x_plus = project(x, mu, false), y_plus = project(y_up, mu, false);
    // In time `project` returns twice the two spins, so the product is twice too large.
    const cplx f = args.coefficient * (mu == 3 ? real(0.5) : real(1)) * hop_factor(s, mu, true);
    Su3 w = add(outer(times_factor(f, mul(u, x_minus.a)), y_minus.a),
                outer(times_factor(f, mul(u, x_minus.b)), y_minus.b));
    w = sub(w, add(outer(x_plus.a, times_factor(f, mul(u, y_plus.a))),
                   outer(x_plus.b, times_factor(f, mul(u, y_plus.b)))));
    p_put(mu, i, add(p(mu, i), hermitian_part(w)));
  }
}
