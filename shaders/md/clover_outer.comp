#version 460
// variants: storage double
// Computes the factor of the field strength's change in the force of two fields at a site, plane by plane:
//   Z <- Z + coefficient (L + L^+) / 2,  L = Tr_spin[sigma_mu_nu x y^+].
// Z starts at zero if ADD is 0. In the device's basis sigma_jk = -eps_jkl s_l in both halves and sigma_kt =
// -s_k between them (s are Pauli's matrices).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/spinor.glsl"
#include "lib/tensor_field.glsl"
#include "args/linear.h"

layout(constant_id = CONSTANT_FLAG_0) const uint ADD = 0;

ARGUMENTS(LinearArgs)
SPINOR_IN(0, x)
SPINOR_IN(1, y)
TENSOR_INOUT(2, z)

void put(uint plane, uint i, Su3 l) {
  Su3 sum = scale(-args.a, hermitian_of(l));
  if (ADD != 0) sum = add(sum, z(plane, i));
  z_put(plane, i, sum);
}

/// Adds the three planes of Pauli's matrices between the spins (a, b) of x and (c, d) of y, twice.
void put_three(uint first, uint i, Colour a, Colour b, Colour c, Colour d, Colour e, Colour f, Colour g,
               Colour h) {
  const Su3 bc = add(outer(b, c), outer(f, g)), ad = add(outer(a, d), outer(e, h));
  put(first, i, add(bc, ad));
  const Su3 difference = sub(ad, bc);
  put(first + 1, i, Su3(-difference.im, difference.re));
  put(first + 2, i, sub(add(outer(a, c), outer(e, g)), add(outer(b, d), outer(f, h))));
}

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Spinor p = x(i), q = y(i);
  put_three(0, i, p.s0, p.s1, q.s0, q.s1, p.s2, p.s3, q.s2, q.s3);
  put_three(3, i, p.s2, p.s3, q.s0, q.s1, p.s0, p.s1, q.s2, q.s3);
}
