#version 460
// variants: storage double
// Computes the site-diagonal matrix of clover quarks from the field strength, T = 1 - a sum_{mu<nu}
// sigma_mu_nu F_mu_nu, a = kappa c_sw, as two hermitian blocks (lib/chiral_block.glsl).
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/tensor_field.glsl"
#include "lib/hermitian6.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
TENSOR_IN(0, f)
HERMITIAN6_OUT(1, blocks)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  [[unroll]] for (int chirality = 0; chirality < 2; ++chirality) {
    // sigma_jk = -eps_jkl s_l, and sigma_lt = +-s_l on the chiralities +-1 (s_l are Pauli's matrices).
    const real sign = chirality == 0 ? real(-1) : real(1);
    const Su3 x = add(f(0, i), scale(sign, f(3, i))), y = add(f(1, i), scale(sign, f(4, i)));
    const Su3 z = add(f(2, i), scale(sign, f(5, i)));
    blocks_put(9 * uint(chirality), i, one_plus_pauli(args.a, x, y, z));
  }
}
