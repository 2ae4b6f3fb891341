#version 460
// variants: storage double
// Computes the factor of the field strength's change in the force of two fields at a site for the exponential
// clover term exp(C), C = T - 1:
//   Z = coefficient Tr_spin[sigma_mu_nu W], W = integral over s in [0, 1] of exp(s C) X exp((1 - s) C),
// with the hermitian part X of x y^+, block by block. W is the derivative of exp(C) along X: the power series
// of exp and its derivative are summed together, by Horner's scheme.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/spinor.glsl"
#include "lib/chiral_block.glsl"
#include "lib/tensor_field.glsl"
#include "lib/hermitian6.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
HERMITIAN6_IN(0, t)
SPINOR_IN(1, x)
SPINOR_IN(2, y)
TENSOR_INOUT(3, z)

#include "lib/pauli_traces.glsl"

/// Returns the hermitian part of x y^+ of one chirality. chiral_part is larger by sqrt 2.
Hermitian6 outer_block(Chiral x, Chiral y) {
  Hermitian6 m;
  [[unroll]] for (int i = 0; i < 6; ++i) {
    m.d[i] = real(0.5) * cmul_conj(entry(y, i), entry(x, i)).x;
    [[unroll]] for (int j = 0; j < 6; ++j)
      if (j < i)
        m.e[below(i, j)] =
            real(0.25) * (cmul_conj(entry(y, j), entry(x, i)) + cmul_conj(entry(x, j), entry(y, i)));
  }
  return m;
}

Hermitian6 along_exponential(Hermitian6 c, Hermitian6 x) {
  Hermitian6 e = plus(scale(real(0), c), real(1)), w = scale(real(0), c);
  [[dont_unroll]] for (int n = exponential_terms(c); n > 0; --n) {
    const real share = real(1) / real(n);
    w = scale(share, add(product(x, e, real(0)), product(c, w, real(0))));
    e = product(c, scale(share, e), real(1));
  }
  return w;
}

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  const Spinor p = x(i), q = y(i);
  const Hermitian6 first = along_exponential(plus(t(0, i), real(-1)),
                                             outer_block(chiral_part(p, true), chiral_part(q, true)));
  const Three of_plus = pauli_traces(first);
  const Hermitian6 second = along_exponential(plus(t(9, i), real(-1)),
                                              outer_block(chiral_part(p, false), chiral_part(q, false)));
  put_traces(i, of_plus, pauli_traces(second), false);
}
