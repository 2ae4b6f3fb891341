#version 460
// variants: storage sum double half
// x += alpha p + omega s, r = s - omega t (s lies in r), and the first pass of <r0, r>, components 0 and 1,
// and |r|^2.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/element.glsl"
#include "lib/reduce.glsl"
#include "args/reals.h"
#include "args/bicgstab.h"

ARGUMENTS(RealsArgs)
ELEMENTS_IN(0, p)
ELEMENTS_IN(1, t)
ELEMENTS_IN(2, r0)
ELEMENTS_INOUT(3, r)
ELEMENTS_INOUT(4, x)
PARTIALS_OUT(5)
layout(std430, binding = 6) readonly restrict buffer ControlBlock { BiCgStabControl control; };

void main() {
  const cplx alpha = cplx(control.alpha_re, control.alpha_im),
             omega = cplx(control.omega_re, control.omega_im);
  Sum re = sum_zero(), im = sum_zero(), norm = sum_zero();
  for (uint i = GRID_FIRST; i < element_count(args.reals); i += GRID_STRIDE) {
    const Element s = r_element(i), left = add(s, scale(-omega, t_element(i))), shadow = r0_element(i);
    x_put_element(i, add(x_element(i), add(scale(alpha, p_element(i)), scale(omega, s))));
    r_put_element(i, left);
    re = sum_add(re, sum_of(re_dot(shadow, left)));
    im = sum_add(im, sum_of(im_dot(shadow, left)));
    norm = sum_add(norm, sum_of(re_dot(left, left)));
  }
  put_partial(0, re);
  put_partial(1, im);
  put_partial(2, norm);
}
