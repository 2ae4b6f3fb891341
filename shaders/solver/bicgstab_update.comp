#version 460
// variants: storage sum double half
// Computes x += alpha p + omega s and r = s - omega t (s is stored in r), and the first pass of <r0, r>,
// components 0 and 1, and |r|^2.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/reduce.glsl"
#include "lib/blocks.glsl"
#include "lib/block_elements.glsl"
#include "args/reals.h"
#include "args/bicgstab.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, p)
ELEMENTS_IN(1, t)
ELEMENTS_IN(2, r0)
ELEMENTS_INOUT(3, r)
ELEMENTS_INOUT(4, x)
SITE_ELEMENTS_IN(p)
SITE_ELEMENTS_IN(t)
SITE_ELEMENTS_IN(r0)
SITE_ELEMENTS_INOUT(r)
SITE_ELEMENTS_INOUT(x)
BLOCKS_OUT(5)
layout(std430, binding = 6) readonly restrict buffer ControlBlock { BiCgStabControl control; };

void main() {
  const cplx alpha = cplx(control.alpha_re, control.alpha_im),
             omega = cplx(control.omega_re, control.omega_im);
  Sum re = sum_zero(), im = sum_zero(), norm = sum_zero();
  for (uint n = 0; n < site_elements(args.reals); ++n) {
    for (BLOCK_SHARE(k)) {
      const uint site = block_site(BLOCK, k);
      const Element s = r_of_site(0, n, site), shadow = r0_of_site(0, n, site);
      const Element left = add(s, scale(-omega, t_of_site(0, n, site)));
      x_put_of_site(0, n, site,
                    add(x_of_site(0, n, site),
                        add(scale(alpha, p_of_site(0, n, site)), scale(omega, s))));
      r_put_of_site(0, n, site, left);
      re = sum_add(re, sum_of(re_dot(shadow, left)));
      im = sum_add(im, sum_of(im_dot(shadow, left)));
      norm = sum_add(norm, sum_of(re_dot(left, left)));
    }
  }
  put_block(0, re);
  put_block(1, im);
  put_block(2, norm);
}
