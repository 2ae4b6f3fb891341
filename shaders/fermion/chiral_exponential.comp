#version 460
// variants: storage double
// Computes exp(a (T - 1)) of site-diagonal matrices of two hermitian blocks (lib/chiral_block.glsl), the
// exponential clover term (A. Francis, P. Fritzsch, M. Luescher, A. Rago, arXiv:1911.04533) and, for a = -1,
// its inverse.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/hermitian6.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
HERMITIAN6_IN(0, t)
HERMITIAN6_OUT(1, result)

void main() {
  const uint own = GRID_FIRST;
  if (own >= SITES) return;
  const uint i = memory_site(own);
  for (uint first = 0; 4 * first < args.reals; first += 9) {
    const Hermitian6 c = scale(args.a, plus(t(first, i), real(-1)));
    Hermitian6 e = plus(scale(real(0), c), real(1));
    [[dont_unroll]] for (int n = exponential_terms(c); n > 0; --n)
      e = product(c, scale(real(1) / real(n), e), real(1));
    result_put(first, i, e);
  }
}
