#version 460
// variants: sum
// Scalars of a step of generalised conjugate residuals. The products are <w_d, w>, <w, w> and <w, r>. With
// orthogonal w_d the new direction is w - sum_d c_d w_d, c_d = <w_d, w> / |w_d|^2; its square is <w, w> -
// sum_d |<w_d, w>|^2 / |w_d|^2; and alpha = <w, r> divided by that, because r is orthogonal to all w_d.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/reduce.glsl"
#include "args/multigrid.h"
#include "args/gcr_scalars.h"

ARGUMENTS(GcrArgs)
#include "lib/gcr.glsl"
layout(std430, binding = 0) readonly restrict buffer PartialBlock { uvec2 partials[]; };
layout(std430, binding = 1) restrict buffer ScalarBlock { GcrScalars scalars[]; };

shared cplx products[GCR_COLUMNS * (GCR_KEPT + 1)];

// Below this fraction of |w|^2 the new direction is rounding only. Below the second limit the residual is 0:
// it decreases with every step, and squares would underflow where few steps are enough.
const real LEAST = real(1e-5), ZERO = real(1e-30);

void main() {
  const uint earlier = gcr_earlier(), each = earlier + 2;
  for (uint d = gl_LocalInvocationID.x; d < args.columns * each; d += gl_WorkGroupSize.x) {
    Sum re = sum_zero(), im = sum_zero();
    for (uint k = 0; k < args.count; ++k) {
      re = sum_add(re, sum_unpack(partials[2 * (d * args.count + k)]));
      im = sum_add(im, sum_unpack(partials[2 * (d * args.count + k) + 1]));
    }
    products[d] = cplx(sum_value(re), sum_value(im));
  }
  barrier();
  for (uint column = gl_LocalInvocationID.x; column < args.columns; column += gl_WorkGroupSize.x) {
    const uint first = column * each;
    const real size = products[first + earlier].x;
    real left = size;
    for (uint d = 0; d < earlier; ++d) {
      const cplx c = scalars[column].inverse_size[gcr_place(d)] * products[first + d];
      left -= dot(products[first + d], c);
      scalars[column].c_re[d] = c.x;
      scalars[column].c_im[d] = c.y;
    }
    real inverse = real(0);
    if (left > max(LEAST * size, ZERO)) inverse = real(1) / left;
    scalars[column].inverse_size[gcr_place(earlier)] = inverse;
    scalars[column].alpha_re = inverse * products[first + earlier + 1].x;
    scalars[column].alpha_im = inverse * products[first + earlier + 1].y;
  }
}
