#version 460
// variants: storage
// The vectors of a step of generalised conjugate residuals. w -= sum_d c_d w_d and p = r - sum_d c_d z_d are
// the new direction, where the newest vector of z was r and becomes p. x += alpha p. The next vector of z is
// r - alpha w.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "args/multigrid.h"
#include "args/gcr_scalars.h"

ARGUMENTS(GcrArgs)
#include "lib/gcr.glsl"
FIELD_INOUT(0, w)
FIELD_INOUT(1, z)
FIELD_INOUT(2, x)
layout(std430, binding = 3) readonly restrict buffer ScalarBlock { GcrScalars scalars[]; };

void main() {
  const uint at = GRID_FIRST;
  if (at >= args.columns * args.texels) return;
  const uint column = at / args.texels, i = at % args.texels;
  const uint earlier = gcr_earlier(), newest = gcr_first(column, gcr_place(earlier)) + i;
  const cplx alpha = cplx(scalars[column].alpha_re, scalars[column].alpha_im);
  const real4 r = z_texel(newest);
  real4 image = w_texel(newest), direction = r;
  for (uint d = 0; d < earlier; ++d) {
    const cplx c = cplx(-scalars[column].c_re[d], -scalars[column].c_im[d]);
    const uint other = gcr_first(column, gcr_place(d)) + i;
    image += times_texel(c, w_texel(other));
    direction += times_texel(c, z_texel(other));
  }
  w_put_texel(newest, image);
  z_put_texel(newest, direction);
  real4 sum = times_texel(alpha, direction);
  if (args.step != 0) sum += x_texel(at);
  x_put_texel(at, sum);
  z_put_texel(gcr_first(column, (args.step + 1) % GCR_KEPT) + i, r - times_texel(alpha, image));
}
