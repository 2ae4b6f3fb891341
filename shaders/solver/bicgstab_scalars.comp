#version 460
// variants: sum double
// The scalars of a BiCGStab iteration (van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631), computed on
// the device.
#include "lib/backend.glsl"
#include "lib/complex.glsl"
#include "lib/reduce.glsl"
#include "args/bicgstab.h"

ARGUMENTS(BiCgStabArgs)
PARTIALS_IN(0)
layout(std430, binding = 1) restrict buffer ControlBlock { BiCgStabControl control; };

const uint CONVERGED = 1, EXHAUSTED = 2, BROKEN = 3;

void stop(uint state) {
  control.state = state;
  control.site_groups = 0;
  control.hop_groups = 0;
  control.texel_groups = 0;
  control.sum_groups = 0;
  control.scalar_groups = 0;
  control.interior_groups = 0;
  control.boundary_groups = 0;
}

/// Returns a / b; b must not be zero.
cplx cdiv(cplx a, cplx b) { return cmul_conj(b, a) / dot(b, b); }
bool usable(cplx z) { return dot(z, z) > real(0) && dot(z, z) < real(1e30); }

void main() {
  const Sum first = total_of_partials(0, args.count), second = total_of_partials(1, args.count);
  const Sum third = args.stage == 2 || args.stage == 3 ? total_of_partials(2, args.count) : sum_zero();
  if (gl_LocalInvocationID.x != 0) return;
  const cplx z = cplx(sum_value(first), sum_value(second));
  const cplx rho = cplx(control.rho_re, control.rho_im), alpha = cplx(control.alpha_re, control.alpha_im);
  const cplx omega = cplx(control.omega_re, control.omega_im);
  if (args.stage == 1) {
    if (!usable(z)) {
      stop(BROKEN);
    } else {
      const cplx a = cdiv(rho, z);
      control.alpha_re = a.x;
      control.alpha_im = a.y;
    }
    return;
  }
  if (args.stage == 2) {
    // If t vanishes there is no step, and s is unchanged.
    const real norm = sum_value(third);
    const cplx w = norm > real(0) ? z / norm : cplx(0);
    control.omega_re = w.x;
    control.omega_im = w.y;
    return;
  }
  if (args.stage == 4) {
    control.rho_re = z.x;
    control.rho_im = z.y;
    if (!usable(z) || (control.beta_re == real(0) && control.beta_im == real(0))) stop(BROKEN);
    return;
  }
  // Stage 0 has |r|^2 as its first component, stage 3 as its third.
  const Sum norm2 = args.stage == 0 ? first : third;
  Sum target = sum_unpack(uvec2(control.target_low, control.target_high));
  if (args.stage == 0) {
    target = sum_scale(args.relative_target * args.relative_target, norm2);
    const uvec2 bits = sum_pack(target);
    control.target_low = bits.x;
    control.target_high = bits.y;
    control.rho_re = sum_value(norm2);
    control.rho_im = 0;
  } else {
    control.rho_re = z.x;
    control.rho_im = z.y;
    control.iteration += 1;
  }
  const uvec2 bits = sum_pack(norm2);
  control.rr_low = bits.x;
  control.rr_high = bits.y;
  // A search that has converged may go on from another residual: it needs beta too.
  const bool goes_on = usable(z) && usable(omega) && usable(rho);
  if (args.stage == 3) {
    const cplx b = goes_on ? cmul(cdiv(z, rho), cdiv(alpha, omega)) : cplx(0);
    control.beta_re = b.x;
    control.beta_im = b.y;
  }
  if (!sum_positive(norm2)) {
    stop(args.stage == 3 && sum_less_equal(norm2, target) ? CONVERGED : BROKEN);
  } else if (args.stage == 3) {
    if (sum_less_equal(norm2, target)) {
      stop(CONVERGED);
    } else if (control.iteration >= control.max_iterations) {
      stop(EXHAUSTED);
    } else if (!goes_on) {
      stop(BROKEN);
    }
  }
}
