#version 460
// variants: sum double half model
// Iterations of the conjugate gradient for Wilson quarks in one launch (a persistent kernel): on small
// lattices a launch takes longer than its work. The workgroups, as many as are resident at once, have a
// device-wide barrier after every hop (lib/device_barrier.glsl). Each adds all partial results by itself. A
// workgroup may merge two of a hop's (DeviceLattice::merged_workgroups).
//
// Numbers are added in the order of wilson_dslash_sum and cg_scalars, which do the same in separate launches.
#include "lib/backend.glsl"
// A workgroup processes one of a hop's workgroups after the other, or JOINED at once.
uint group_at_work = 0;
layout(constant_id = CONSTANT_COUNT) const uint JOINED = 1;
#undef GRID_GROUP
#define GRID_GROUP group_at_work
#include "lib/complex.glsl"
#include "lib/lattice.glsl"
#include "lib/field.glsl"
#include "lib/su3.glsl"
#include "lib/link.glsl"
#include "lib/spinor.glsl"
#include "lib/gamma.glsl"
#define THREAD_SUMS MAX_GROUP
#include "lib/reduce.glsl"
#include "lib/cg_step.glsl"
#include "args/wilson_cg.h"
#include "args/cg.h"

layout(constant_id = CONSTANT_FLAG_2) const uint TWIST = 0;  // nonzero: there are terms with gamma5

ARGUMENTS(WilsonCgArgs)
GAUGE_IN(0, u_even)
GAUGE_IN(1, u_odd)
SPINOR_EXCHANGED(2, p)
SPINOR_EXCHANGED(3, odd)
SPINOR_EXCHANGED(4, middle)
SPINOR_EXCHANGED(5, r)
SPINOR_EXCHANGED(6, x)
// The first element is the barrier's. Partial results of <p, A p> and of |r|^2 follow separately, because the
// former are still read when the first workgroups write the latter.
layout(std430, binding = 7) COUNTED buffer PartialBlock { uvec2 partials[]; };
#define BARRIER partials[0]
layout(std430, binding = 8) EXCHANGED restrict buffer ControlBlock { CgControl control; };

#include "lib/device_barrier.glsl"

// An iteration applies two operators, M and M^+ = gamma5 M gamma5, each with two hops: to odd sites and back.
// In half and double precision one piece of code serves both: M^+ begins with gamma5 M p, and M finds the
// direction where that is stored, in `middle`. Half precision then takes 41 percent less time on 8^4, 33 on
// 16^4 and 21 on 24^4, double some 10 percent less on 8^4 and 16^4 (H200). Single precision would take 6 to 9
// percent more (H100).
#define ONE_FOR_BOTH (PRECISION != 32)
uint second = 0;  // nonzero: the operator is M^+
uint to_even = 0;
#define FROM_P (!ONE_FOR_BOTH && second == 0)
#define DAGGER (ONE_FOR_BOTH ? 0 : second)
Su3 u_this_stored(uint mu, uint site) {
  Su3 u;
  if (to_even == 0) u = u_odd_stored(mu, site);
  else u = u_even_stored(mu, site);
  return u;
}
Su3 u_other_stored(uint mu, uint site) {
  Su3 u;
  if (to_even == 0) u = u_even_stored(mu, site);
  else u = u_odd_stored(mu, site);
  return u;
}
HalfSpinor psi_stored_half(bool lower, uint site) {
  HalfSpinor h;
  if (to_even != 0) h = odd_stored_half(lower, site);
  else if (FROM_P) h = p_stored_half(lower, site);
  else h = middle_stored_half(lower, site);
  return h;
}
Spinor psi_stored(uint site) {
  Spinor s;
  if (to_even != 0) s = odd_stored(site);
  else if (FROM_P) s = p_stored(site);
  else s = middle_stored(site);
  return s;
}
#if PRECISION == 16
float psi_scale(uint planes, uint site) {
  float half_scale;
  if (to_even != 0) half_scale = odd_scale(planes, site);
  else half_scale = middle_scale(planes, site);
  return half_scale;
}
#endif

#include "lib/boundary.glsl"
const uint HOP_GROUP = gl_WorkGroupSize.x / JOINED;
#define GROUP_THREADS HOP_GROUP
#define THREAD_IN_GROUP (gl_LocalInvocationID.x % HOP_GROUP)
#define GROUPS_BEFORE (gl_LocalInvocationID.x / HOP_GROUP)
#include "lib/threads_per_site.glsl"
#include "lib/hop.glsl"

// This loop runs over this workgroup's part of a hop's workgroups; each merged one takes its own.
#define GROUPS_AT_WORK \
  uint taken = gl_WorkGroupID.x * JOINED; taken < args.hop_groups; taken += gl_NumWorkGroups.x * JOINED
void take_group(uint taken) { group_at_work = taken + GROUPS_BEFORE; }
/// Returns true if this invocation has a site to write. Of an odd number of merged groups the last is idle.
bool has_site(uint own) { return site_thread() == 0 && own < SITES && group_at_work < args.hop_groups; }

real signed_by_dagger(real f) { return second != 0 ? -f : f; }

void hop_to_odd() {
  for (GROUPS_AT_WORK) {
    take_group(taken);
    const uint own = group_site();
    const Spinor h = hop(site_at(group_place(own), 1));
    if (has_site(own)) {
      Spinor y;
      if (TWIST != 0) y = twisted(args.b, signed_by_dagger(args.b5), h);
      else y = scale(args.b, h);
      odd_put(group_result(own), y);
    }
    barrier();
  }
}

Spinor even_term(Spinor v, Spinor h) {
  Spinor y;
  if (TWIST != 0)
    y = add(twisted(args.a, signed_by_dagger(args.a5), v),
            twisted(args.b_even, signed_by_dagger(args.b5_even), h));
  else
    y = add(scale(args.a, v), scale(args.b_even, h));
  return y;
}

/// Exchanges upper and lower spins; gamma5 changes their sign too.
Spinor exchanged(Spinor p) { return Spinor(p.s2, p.s3, p.s0, p.s1); }

/// Returns gamma5 of the term if one piece of code serves both operators. The sign is in the coefficients,
/// because NVIDIA's OpenGL stores a vector of doubles wrongly that was negated last (docs/drivers.md).
Spinor even_term_in_turn(Spinor v, Spinor h) {
  Spinor y;
  if (!ONE_FOR_BOTH)
    y = even_term(v, h);
  else if (TWIST != 0)
    y = add(add(scale(-args.a, exchanged(v)), scale(signed_by_dagger(args.a5), times_i(v))),
            add(scale(-args.b_even, exchanged(h)), scale(signed_by_dagger(args.b5_even), times_i(h))));
  else
    y = add(scale(-args.a, exchanged(v)), scale(-args.b_even, exchanged(h)));
  return y;
}

/// Returns |y|^2, added in the order of even_term's.
real norm2_in_turn(Spinor y) {
  Spinor z = y;
  if (ONE_FOR_BOTH) z = exchanged(y);
  return norm2(z);
}

uint partials_of(uint of_second) { return 1 + of_second * args.hop_groups; }

/// Also computes the partial results of a norm: of middle, or of r -= alpha y.
void hop_to_even(real alpha) {
  for (GROUPS_AT_WORK) {
    take_group(taken);
    const uint own = group_site(), i = group_result(own);
    const Spinor h = hop(site_at(group_place(own), 0));
    real norm = real(0);
    if (has_site(own)) {
      Spinor v;
      if (FROM_P) v = p(i);
      else v = middle(i);
      const Spinor y = even_term_in_turn(v, h);
      if (second == 0) {
        middle_put(i, y);
        norm = norm2_in_turn(y);
      } else {
        const Spinor left = add(r(i), scale(-alpha, y));
        r_put(i, left);
        norm = norm2(left);
      }
    }
    const Sum sum = share_reduce(sum_of(norm), THREAD_IN_GROUP, GROUP_THREADS, false);
    if (THREAD_IN_GROUP == 0 && group_at_work < args.hop_groups)
      partials[partials_of(second) + group_at_work] = sum_pack(sum);
  }
}

/// Does what fold_down_to does, in a workgroup of any size.
void leave_of_total(uint least, uint all) {
  if (least < all) {
    for (uint k = gl_LocalInvocationID.x; k < least; k += gl_WorkGroupSize.x)
      thread_sums[k] = folded(k, all, least, false);
    barrier();
  }
}

/// Returns the sum of all partial results of |M p|^2, or of |r|^2. It adds like the one workgroup of
/// cg_scalars with MAX_GROUP invocations; those without partial results add nothing.
Sum total(uint of_second) {
  const uint size = gl_WorkGroupSize.x;
  uint all = MAX_GROUP;
  while (all / 2 >= args.hop_groups && all > 2) all /= 2;
  for (uint k = gl_LocalInvocationID.x; k < all; k += size) {
    Sum mine = sum_zero();
    for (uint i = k; i < args.hop_groups; i += MAX_GROUP)
      mine = sum_add(mine, sum_unpack(partials[partials_of(of_second) + i]));
    thread_sums[k] = mine;
  }
  barrier();
  leave_of_total(MAX_GROUP / 2, all);
  leave_of_total(MAX_GROUP / 16, all);
  leave_of_total(MAX_GROUP / 128, all);
  const Sum sum = folded(0, all, 1, false);
  barrier();
  return sum;
}

// Sites are shared by all invocations, each site always by the same one.
#define OWN_SITES \
  uint n = gl_GlobalInvocationID.x; n < SITES; n += gl_NumWorkGroups.x * gl_WorkGroupSize.x

void add_to_solution(real alpha) {
  for (OWN_SITES) {
    const uint i = memory_site(n);
    x_put(i, add(x(i), scale(alpha, p(i))));
  }
}

void next_direction(real beta) {
  for (OWN_SITES) {
    const uint i = memory_site(n);
    const Spinor y = add(r(i), scale(beta, p(i)));
    p_put(i, y);
    if (ONE_FOR_BOTH) middle_put(i, y);
  }
}

#if ONE_FOR_BOTH
/// Copies the direction as stored: half precision read and written again may change.
void copy_direction() {
  const uint all = min(p_data.length(), middle_data.length());
  for (uint i = gl_GlobalInvocationID.x; i < all; i += gl_NumWorkGroups.x * gl_WorkGroupSize.x)
    middle_data[i] = p_data[i];
}
#endif

/// Applies one of an iteration's two operators. Returns false if the launch must end.
bool operate(Sum rr, inout real alpha, inout uint state) {
  to_even = 0;
  hop_to_odd();
  arrive();
  if (second != 0) {
    state = cg_alpha(rr, total(0), alpha);
    if (state != RUNNING) return true;
  }
  if (!wait()) return false;
  to_even = 1;
  hop_to_even(alpha);
  arrive();
  if (second != 0) add_to_solution(alpha);
  return wait();
}

void main() {
  // These values are the same in all workgroups, and so is all that depends on them: none is written before
  // the first barrier.
  uint state = control.state, iteration = control.iteration;
  const uint most = control.max_iterations;
  Sum rr = sum_unpack(uvec2(control.rr_low, control.rr_high));
  const Sum target = sum_unpack(uvec2(control.target_low, control.target_high));
  real alpha = control.alpha, beta = control.beta;
  if (!all_resident() || state != RUNNING) return;
#if ONE_FOR_BOTH
  copy_direction();
  if (!device_barrier()) return;
#endif

  for (uint n = 0; n < args.iterations && state == RUNNING; ++n) {
#if ONE_FOR_BOTH
    for (second = 0; second < 2; ++second)
      if (!operate(rr, alpha, state)) return;
#else
    second = 0;
    if (!operate(rr, alpha, state)) return;
    second = 1;
    if (!operate(rr, alpha, state)) return;
#endif
    if (state != RUNNING) break;
    const Sum now = total(1);
    beta = sum_ratio(now, rr);
    rr = now;
    ++iteration;
    state = cg_state(rr, target, iteration, most);
    if (state != RUNNING) break;
    next_direction(beta);
    if (!device_barrier()) return;
  }

  if (gl_GlobalInvocationID.x != 0) return;
  const uvec2 bits = sum_pack(rr);
  control.rr_low = bits.x;
  control.rr_high = bits.y;
  control.iteration = iteration;
  control.state = state;
  if (state != RUNNING) STOP_DISPATCHES(control);
  control.alpha = real(0);  // x has its step already (solver/cg_finish.comp)
  control.beta = beta;
  control.excess = sum_ratio(rr, target);
}
