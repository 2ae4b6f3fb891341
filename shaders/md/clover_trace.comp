#version 460
// variants: storage double
// Adds the part of the clover determinant to Z:
//   Z <- Z + coefficient Tr_spin[sigma_mu_nu X].
// Z multiplies the change of the field strength in the force, -dS = sum Tr[dF_mu_nu Z_mu_nu]. X is diagonal
// in sites, with one hermitian 6 x 6 block for each chirality.
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

#include "lib/pauli_traces.glsl"

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  put_traces(i, pauli_traces(x(0, i)), pauli_traces(x(9, i)), true);
}
