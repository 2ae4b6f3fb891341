#version 460
// variants: storage sum double
// The chain rule of W = V (V^+ V)^(-1/2): z = dS/dW becomes dS/dV, dS = Re Tr dW z = Re Tr dV z'. V = W H
// with hermitian H, and W^+ dW solves A H + H A = W^+ dV - dV^+ W, so that z' = 2 B W^+ with B H + H B =
// the anti-hermitian part of z W: in the frame of H's eigenvectors a division by sums of two eigenvalues.
// Where the square of one is below a filter, that is added to it (Bazavov et al., 1004.0342): their number
// is the sum.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/matrix_field.glsl"
#include "lib/hermitian3.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "args/linear.h"

ARGUMENTS(LinearArgs)
MATRIX_IN(0, v)
GAUGE_IN(1, w)
MATRIX_INOUT(2, z)
BLOCKS_OUT(3)

void main() {
  Sum filtered = sum_zero();
  for (BLOCK_SHARE(k)) {
    const uint i = block_site(BLOCK, k);
    [[dont_unroll]] for (uint mu = 0; mu < 4; ++mu) {
      const Su3 unitary = w(mu, i);
      Su3 h = adj_mul(unitary, v(mu, i));
      h = scale(real(0.5), add(h, adjoint(h)));
      const Su3 frame = diagonalize(h);
      real3 p = real3(h.re[0][0], h.re[1][1], h.re[2][2]);
      [[unroll]] for (int k = 0; k < 3; ++k)
        if (p[k] * p[k] < args.a) {
          p[k] = sqrt(p[k] * p[k] + args.a);
          filtered = sum_add(filtered, sum_of(real(1)));
        }
      const Su3 f = mul(adj_mul(frame, mul(z(mu, i), unitary)), frame);
      Su3 b = sub(f, adjoint(f));
      [[unroll]] for (int k = 0; k < 3; ++k) {
        b.re[k] /= p + real3(p[k]);
        b.im[k] /= p + real3(p[k]);
      }
      z_put(mu, i, mul_adj(mul_adj(mul(frame, b), frame), unitary));
    }
  }
  put_block(0, filtered);
}
