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
layout(std430, binding = 0) readonly restrict buffer PartialBlock { uvec2 partials[]; };
layout(std430, binding = 1) restrict buffer ScalarBlock { GcrScalars scalars; };

shared cplx products[GCR_STEPS + 1];

// Below this fraction of |w|^2 the new direction is rounding only.
const real LEAST = real(1e-5);

void main() {
  for (uint d = gl_LocalInvocationID.x; d < args.step + 2; d += gl_WorkGroupSize.x) {
    Sum re = sum_zero(), im = sum_zero();
    for (uint k = 0; k < args.count; ++k) {
      re = sum_add(re, sum_unpack(partials[2 * (d * args.count + k)]));
      im = sum_add(im, sum_unpack(partials[2 * (d * args.count + k) + 1]));
    }
    products[d] = cplx(sum_value(re), sum_value(im));
  }
  barrier();
  if (gl_LocalInvocationID.x == 0) {
    const real size = products[args.step].x;
    real left = size;
    for (uint d = 0; d < args.step; ++d) {
      const cplx c = scalars.inverse_size[d] * products[d];
      left -= dot(products[d], c);
      scalars.c_re[d] = c.x;
      scalars.c_im[d] = c.y;
    }
    real inverse = real(0);
    if (left > LEAST * size) inverse = real(1) / left;
    scalars.inverse_size[args.step] = inverse;
    scalars.alpha_re = inverse * products[args.step + 1].x;
    scalars.alpha_im = inverse * products[args.step + 1].y;
  }
}
