#version 460
// variants: storage double
// Adds the part of the clover determinant to Z:
//   Z <- Z + coefficient Tr_spin[sigma_mu_nu X].
// Z multiplies the change of the field strength in the force, -dS = sum Tr[dF_mu_nu Z_mu_nu]. X is diagonal
// in sites, with one hermitian 6 x 6 block for each chirality. sigma_jk = -eps_jkl s_l, and sigma_kt = +-s_k
// on the chiralities +-1 (s are Pauli's matrices). lib/tensor_field.glsl has the order of the planes.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/tensor_field.glsl"
#include "lib/hermitian6.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
HERMITIAN6_IN(0, x)
TENSOR_INOUT(1, z)

struct Three {
  Su3 a, b, c;
};

/// Returns the spin traces with Pauli's three matrices.
Three pauli_traces(Hermitian6 m) {
  Su3 lower, difference;
  [[unroll]] for (int i = 0; i < 3; ++i)
    [[unroll]] for (int j = 0; j < 3; ++j) {
      const cplx c = at(m, i + 3, j), d = at(m, i, j) - at(m, i + 3, j + 3);
      lower.re[j][i] = c.x, lower.im[j][i] = c.y;
      difference.re[j][i] = d.x, difference.im[j][i] = d.y;
    }
  const Su3 upper = adjoint(lower), turned = sub(upper, lower);
  return Three(add(lower, upper), Su3(-turned.im, turned.re), difference);
}

void add_to(uint plane, uint i, Su3 m) { z_put(plane, i, add(z(plane, i), scale(args.a, m))); }

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Three plus = pauli_traces(x(0, i)), minus = pauli_traces(x(9, i));
  add_to(0, i, scale(real(-1), add(plus.a, minus.a)));
  add_to(1, i, scale(real(-1), add(plus.b, minus.b)));
  add_to(2, i, scale(real(-1), add(plus.c, minus.c)));
  add_to(3, i, sub(plus.a, minus.a));
  add_to(4, i, sub(plus.b, minus.b));
  add_to(5, i, sub(plus.c, minus.c));
}
