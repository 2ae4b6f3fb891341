#version 460
// variants: storage split double
// The force through the field strength of plaquettes. For -dS = sum_x sum_{mu<nu} Tr dF_mu_nu(x) Z_mu_nu(x),
// F = (Q - Q^+) / 8i, Z hermitian, it is
//   p_a += coefficient * Re Tr[T_a W],  coefficient = eps / 4,
//   W = U_mu(x) sum_{nu != mu} (plaquettes without that link, above less below, with Z at each of their four
//     corners).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/algebra.glsl"
#include "lib/tensor_field.glsl"
#include "args/scaled.h"

ARGUMENTS(ScaledArgs)
GAUGE_IN(0, u_this)
GAUGE_IN(1, u_other)
TENSOR_IN(2, z_this)
TENSOR_IN(3, z_other)
MOMENTUM_INOUT(4, p)

#include "lib/path.glsl"

/// Returns Z of the plane (mu, nu) as stored, in either order of mu and nu.
Su3 corner(Site s, uint plane) {
  Su3 z;
  if (s.in_other) z = z_other(plane, s.index);
  else z = z_this(plane, s.index);
  return z;
}

void main() {
  const uint own = GRID_LINK_SITE, mu = GRID_LINK_MU;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Site s = site_at(i, args.parity), ahead = up(s, mu);
  Su3 sum = Su3(real3x3(0), real3x3(0));
  for (uint k = 1; k < 4; ++k) {
    const uint nu = (mu + k) & 3u;
    // The planes (y, z), (z, x), (x, y) and (j, t) are stored; in the other order F and Z have the opposite
    // sign.
    uint plane;
    bool straight;
    if (mu == 3 || nu == 3) {
      plane = 3 + min(mu, nu);
      straight = nu == 3;
    } else {
      plane = 3 - mu - nu;
      straight = (mu + 1) % 3 == nu;
    }
    const Su3 z_s = corner(s, plane), z_ahead = corner(ahead, plane);
    Su3 part;
    {
      // This path goes from x + mu up along nu, back along mu, down to x.
      const Site over = up(s, nu), far = up(ahead, nu);
      const Su3 a = link(nu, ahead), b = link(mu, over), c = link(nu, s);
      const Su3 ab = mul_adj(a, b);
      // part = a b^+ (c^+ z_s + z_over c^+) + (z_ahead a + a z_far) b^+ c^+
      part = mul(ab, add(adj_mul(c, z_s), mul_adj(corner(over, plane), c)));
      const Su3 inner = add(mul(z_ahead, a), mul(a, corner(far, plane)));
      part = add(part, mul_adj(mul_adj(inner, b), c));
    }
    {
      // This path goes from x + mu down along nu, back along mu, up to x.
      const Site under = down(s, nu), far = down(ahead, nu);
      const Su3 e = link(nu, far), d = link(mu, under), g = link(nu, under);
      // below = e^+ d^+ (g z_s + z_under g) + (z_ahead e^+ + e^+ z_far) d^+ g
      const Su3 dg = adj_mul(d, g);
      Su3 below = adj_mul(e, adj_mul(d, add(mul(g, z_s), mul(corner(under, plane), g))));
      const Su3 inner = add(mul_adj(z_ahead, e), adj_mul(e, corner(far, plane)));
      below = add(below, mul(inner, dg));
      part = sub(part, below);
    }
    sum = add(sum, scale(straight ? real(1) : real(-1), part));
  }
  const Su3 w = mul(u_this(mu, i), sum);
  // Re Tr[T_a W] = Im Tr[T_a i W] is half of hermitian_part(i W).
  p_put(mu, i, add(p(mu, i), scale(real(0.5) * args.coefficient, hermitian_part(Su3(-w.im, w.re)))));
}
