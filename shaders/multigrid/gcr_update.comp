#version 460
// variants: storage
// The vectors of a step of generalised conjugate residuals. w_step -= sum_d c_d w_d and p = r - sum_d c_d z_d
// are the new direction, where vector number `step` of z was r and becomes p. x += alpha p. The next vector
// of z is r - alpha w_step.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "args/multigrid.h"
#include "args/gcr_scalars.h"

ARGUMENTS(GcrArgs)
FIELD_INOUT(0, w)
FIELD_INOUT(1, z)
FIELD_INOUT(2, x)
layout(std430, binding = 3) readonly restrict buffer ScalarBlock { GcrScalars scalars; };

real4 times_texel(cplx c, real4 v) { return c.x * v + c.y * real4(-v.y, v.x, -v.w, v.z); }

void main() {
  const uint i = GRID_FIRST;
  if (i >= args.texels) return;
  const uint last = args.step * args.texels + i;
  const cplx alpha = cplx(scalars.alpha_re, scalars.alpha_im);
  const real4 r = z_texel(last);
  real4 image = w_texel(last), direction = r;
  for (uint d = 0; d < args.step; ++d) {
    const cplx c = cplx(-scalars.c_re[d], -scalars.c_im[d]);
    image += times_texel(c, w_texel(d * args.texels + i));
    direction += times_texel(c, z_texel(d * args.texels + i));
  }
  w_put_texel(last, image);
  z_put_texel(last, direction);
  real4 sum = times_texel(alpha, direction);
  if (args.step != 0) sum += x_texel(i);
  x_put_texel(i, sum);
  if (args.more != 0) z_put_texel(last + args.texels, r - times_texel(alpha, image));
}
