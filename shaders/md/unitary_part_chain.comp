#version 460
// variants: storage sum double
// The chain rule of W = V (V^+ V)^(-1/2): z = dS/dW becomes z' = dS/dV, dS = Re Tr dW z = Re Tr dV z'. V = W
// H with hermitian H. In the frame of H's eigenvectors, with eigenvalues s, W^+ dW is the anti-hermitian part
// of W^+ dV divided by half of s_i + s_j. z' is the same of z W.
//
// The force filter acts if s^2 is below ten times args.a. W then has h(s) = s / r, r^2 = a + 9/10 s^2, in
// place of 1: a continuous function whose derivative stays finite. The anti-hermitian part is then multiplied
// by (h_i + h_j) / (s_i + s_j), the hermitian one by (h_i - h_j) / (s_i - s_j). The kernel sums the number of
// changed s. host/cpu/unitary_part.hpp gives the reasons.
//
// The hermitian part of z W is the derivative of S, as a sum of paths, away from U(3). The kernels of fat
// links leave a part in z from steps aside and back, which are 1 in U(3) alone, and it is subtracted. With
// args.b = Lepage's weight, y = dS/dX and P_nu(x) = sum over mu != nu of W_mu(x) y_mu(x) + y_mu(x-mu)
// W_mu(x-mu) it is
//   b (W^+ P_nu(x) W + P_nu(x+nu)) and its adjoint.
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
#include "args/fat_links.h"

ARGUMENTS(FatLinksArgs)
MATRIX_IN(0, v)
GAUGE_IN(1, w)
GAUGE_IN(2, w_other)
MATRIX_IN(3, y)
MATRIX_IN(4, y_other)
MATRIX_INOUT(5, z)
BLOCKS_OUT(6)

const real SMALLEST = real(PRECISION == 64 ? 1e-15 : 1e-7);

/// Returns P_nu at a site.
Su3 closed_paths(Site s, uint nu) {
  Su3 sum = Su3(real3x3(0), real3x3(0));
  [[dont_unroll]] for (uint mu = 0; mu < 4; ++mu) {
    if (mu == nu) continue;
    const uint behind = s.index + shift(s, mu, -1);
    if (s.in_other)
      sum = add(sum, add(mul(w_other(mu, s.index), y_other(mu, s.index)), mul(y(mu, behind), w(mu, behind))));
    else
      sum = add(sum, add(mul(w(mu, s.index), y(mu, s.index)), mul(y_other(mu, behind), w_other(mu, behind))));
  }
  return sum;
}

void main() {
  Sum filtered = sum_zero();
  for (BLOCK_SHARE(k)) {
    const uint i = block_site(BLOCK, k);
    [[dont_unroll]] for (uint mu = 0; mu < 4; ++mu) {
      const Su3 unitary = w(mu, i);
      Su3 h = adj_mul(unitary, v(mu, i));
      h = scale(real(0.5), add(h, adjoint(h)));
      const Su3 frame = diagonalize(h);
      // Rounding may make an eigenvalue zero or negative.
      const real3 s = max(abs(real3(h.re[0][0], h.re[1][1], h.re[2][2])), real3(SMALLEST));
      const real3 r2 = real3(args.a) + real(0.9) * s * s;
      real3 turned = real3(1);
      [[unroll]] for (int k = 0; k < 3; ++k)
        if (s[k] * s[k] < r2[k]) {
          turned[k] = s[k] * inversesqrt(r2[k]);
          filtered = sum_add(filtered, sum_of(real(1)));
        }
      Su3 zw = mul(z(mu, i), unitary);
      if (min(turned.x, min(turned.y, turned.z)) < real(1)) {
        const Site s = block_site(BLOCK, k, args.parity);
        const Su3 back_and_forth = add(mul(adj_mul(unitary, closed_paths(s, mu)), unitary),
                                       closed_paths(step(s, mu, true), mu));
        zw = sub(zw, scale(args.b, add(back_and_forth, adjoint(back_and_forth))));
      }
      const Su3 f = mul(adj_mul(frame, zw), frame), back = adjoint(f);
      Su3 b;
      [[unroll]] for (int k = 0; k < 3; ++k) {
        const real3 sums = s + real3(s[k]), along = (turned + real3(turned[k])) / sums;
        real3 across = real3(0);
        [[unroll]] for (int l = 0; l < 3; ++l)
          if (turned[k] < real(1) && turned[l] < real(1))  // divided by the difference's factor s_l - s_k
            across[l] = args.a / (r2[k] * r2[l] * along[l]);
          else if (turned[k] < real(1) || turned[l] < real(1))
            across[l] = (turned[l] - turned[k]) / (s[l] - s[k]);
        b.re[k] = real(0.5) * (along * (f.re[k] - back.re[k]) + across * (f.re[k] + back.re[k]));
        b.im[k] = real(0.5) * (along * (f.im[k] - back.im[k]) + across * (f.im[k] + back.im[k]));
      }
      z_put(mu, i, mul_adj(mul_adj(mul(frame, b), frame), unitary));
    }
  }
  put_block(0, filtered);
}
