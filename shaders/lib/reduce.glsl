// Global sums, deterministic and at least as accurate as double. Each invocation sums its share. A workgroup
// sums its invocations through shared memory, or leaves that to the second pass if shared memory is slow. A
// second kernel sums the partial results in a fixed order. There are no atomics.
//
//   SUM 64  double
//   SUM 32  two floats, high and low (Knuth's two-sum), if the device has no double
//
// Kernels in double precision sum in double.
#extension GL_EXT_control_flow_attributes : require

layout(constant_id = CONSTANT_SHARED_SUMS) const uint SHARED_SUMS = 1;

/// Returns true if 0 < bits < most. Positive numbers have the order of their bits; zero, numbers with a sign,
/// infinities and NaN are outside. This is one comparison: NVIDIA's OpenGL dropped one of two joined by &&
/// where cg_alpha chooses the state.
bool between_words(uint bits, uint most) { return bits - 1 < most - 1; }

#if SUM == 64

#define Sum double
Sum sum_zero() { return 0.0lf; }
Sum sum_of(real x) { return double(x); }
Sum sum_add(Sum a, Sum b) { return a + b; }
Sum sum_scale(real f, Sum a) { return double(f) * a; }
real sum_ratio(Sum a, Sum b) { return real(a / b); }
real sum_value(Sum a) { return real(a); }
bool sum_less_equal(Sum a, Sum b) { return a <= b; }
bool sum_positive(Sum a) { return between_words(unpackDouble2x32(a).y, unpackDouble2x32(1.0e300lf).y); }
uvec2 sum_pack(Sum a) { return unpackDouble2x32(a); }
Sum sum_unpack(uvec2 bits) { return packDouble2x32(bits); }
bool sum_above(Sum a, Sum b) {
  const uvec2 p = unpackDouble2x32(a), q = unpackDouble2x32(b);
  const uint p_high = p.y & 0x7FFFFFFFu, q_high = q.y & 0x7FFFFFFFu;
  return p_high > q_high || (p_high == q_high && p.x > q.x);
}

#else

#define Sum vec2
Sum sum_zero() { return vec2(0); }
Sum sum_of(float x) { return vec2(x, 0); }
Sum sum_add(Sum a, Sum b) {
  precise float s = a.x + b.x;
  precise float v = s - a.x;
  precise float low = (a.x - (s - v)) + (b.x - v) + a.y + b.y;
  precise float high = s + low;
  precise float rest = low - (high - s);
  return vec2(high, rest);
}
Sum sum_scale(float f, Sum a) { return vec2(f * a.x, f * a.y); }
float sum_ratio(Sum a, Sum b) { return a.x / b.x; }
float sum_value(Sum a) { return a.x; }
bool sum_less_equal(Sum a, Sum b) { return a.x < b.x || (a.x == b.x && a.y <= b.y); }
bool sum_positive(Sum a) { return between_words(floatBitsToUint(a.x), floatBitsToUint(1.0e38)); }
uvec2 sum_pack(Sum a) { return floatBitsToUint(a); }
Sum sum_unpack(uvec2 bits) { return uintBitsToFloat(bits); }
bool sum_above(Sum a, Sum b) {
  const uint p = floatBitsToUint(a.x) & 0x7FFFFFFFu, q = floatBitsToUint(b.x) & 0x7FFFFFFFu;
  return p > q || (p == q && a.y > b.y);
}

#endif

const uint MAX_GROUP = 1024;
#ifndef THREAD_SUMS  // or more
#define THREAD_SUMS gl_WorkGroupSize.x
#endif
shared Sum thread_sums[THREAD_SUMS];

/// Returns the larger of two nonnegative numbers. They are compared as bits, which puts NaN above all
/// numbers; comparisons would drop it.
Sum sum_max(Sum a, Sum b) {
  Sum m = a;
  if (sum_above(b, a)) m = b;
  return m;
}

Sum combine(Sum a, Sum b, bool maximum) {
  Sum c;
  if (maximum) c = sum_max(a, b);
  else c = sum_add(a, b);
  return c;
}

/// Returns the sum of the summands at `at` + k `least`, k < 8, of `size` = 2^n summands in all. Pairs at
/// distances of 4, 2 and 1 times `least` are added in this order. There is no loop, because NVIDIA's OpenGL
/// does not unroll one within another.
Sum folded(uint at, uint size, uint least, bool maximum) {
  Sum a = thread_sums[at], b = thread_sums[at + least];
  if (2 * least < size) {
    Sum c = thread_sums[at + 2 * least], d = thread_sums[at + 3 * least];
    if (4 * least < size) {
      const Sum e = thread_sums[at + 4 * least], f = thread_sums[at + 5 * least];
      const Sum g = thread_sums[at + 6 * least], h = thread_sums[at + 7 * least];
      a = combine(a, e, maximum);
      b = combine(b, f, maximum);
      c = combine(c, g, maximum);
      d = combine(d, h, maximum);
    }
    a = combine(a, c, maximum);
    b = combine(b, d, maximum);
  }
  return combine(a, b, maximum);
}

/// Returns the largest 2^k that is not above n, which has 16 bits.
uint power_within(uint n) {
  n |= n >> 1;
  n |= n >> 2;
  n |= n >> 4;
  n |= n >> 8;
  return n - n / 2;
}

/// Reduces `all` summands to `least`, if there are more.
void fold_down_to(uint least, uint thread, uint all, bool maximum) {
  if (least < all) {
    const uint here = gl_LocalInvocationID.x;
    if (thread < least) thread_sums[here] = folded(here, all, least, maximum);
    barrier();
  }
}

/// Returns the sum, or maximum, over `size` neighbours of the workgroup; this invocation is number `thread`
/// of them. A workgroup has a multiple of `size` invocations, and all must call this. Halves are added: first
/// the part beyond 2^n, then three halvings between two barriers, because barriers take longer than sums.
/// Drivers must see no loop: NVIDIA's OpenGL made wrong sums if one contained these barriers
/// (docs/drivers.md).
Sum share_reduce(Sum mine, uint thread, uint size, bool maximum) {
  const uint here = gl_LocalInvocationID.x, all = power_within(size);
  Sum total = mine;
  if (size > 1) {
    thread_sums[here] = mine;
    barrier();
    if (all < size) {
      if (thread + all < size)
        thread_sums[here] = combine(thread_sums[here], thread_sums[here + all], maximum);
      barrier();
    }
    fold_down_to(MAX_GROUP / 2, thread, all, maximum);
    fold_down_to(MAX_GROUP / 16, thread, all, maximum);
    fold_down_to(MAX_GROUP / 128, thread, all, maximum);
    total = folded(here - thread, all, 1, maximum);
    barrier();
  }
  return total;
}

/// Does the same in workgroups of any size, also for invocations of an incomplete last group of neighbours.
Sum stretch_reduce(Sum mine, uint thread, uint size, bool maximum) {
  Sum total;
  if (gl_WorkGroupSize.x % size == 0) {
    total = share_reduce(mine, thread, size, maximum);
  } else {
    const uint here = gl_LocalInvocationID.x;
    thread_sums[here] = mine;
    barrier();
    [[unroll]] for (uint k = 1; k <= 10; ++k) {
      const uint width = MAX_GROUP >> k;
      if (width < size) {
        if (thread < width && thread + width < size && here + width < gl_WorkGroupSize.x)
          thread_sums[here] = combine(thread_sums[here], thread_sums[here + width], maximum);
        barrier();
      }
    }
    total = thread_sums[here - thread];
    barrier();
  }
  return total;
}

/// Returns the sum, or maximum, over the workgroup. All its invocations must call it.
Sum group_reduce(Sum mine, bool maximum) {
  return share_reduce(mine, gl_LocalInvocationID.x, gl_WorkGroupSize.x, maximum);
}

Sum group_sum(Sum mine) { return group_reduce(mine, false); }

// PARTIALS_OUT(slot): a first pass writes its results with `put_partial` (sums) or `put_maximum` (nonnegative
// numbers). Each component has its own range.
#define PARTIALS_OUT(slot) \
  layout(std430, binding = slot) writeonly restrict buffer PartialBlock { uvec2 partials[]; }; \
  void put_reduced(uint component, Sum mine, bool maximum) { \
    if (SHARED_SUMS != 0) { \
      const Sum total = group_reduce(mine, maximum); \
      if (gl_LocalInvocationID.x == 0) partials[component * GRID_GROUPS + GRID_GROUP] = sum_pack(total); \
    } else { \
      partials[component * GRID_STRIDE + GRID_FIRST] = sum_pack(mine); \
    } \
  } \
  void put_partial(uint component, Sum mine) { put_reduced(component, mine, false); } \
  void put_maximum(uint component, Sum mine) { put_reduced(component, mine, true); }

// PARTIALS_IN(slot): a second pass, one workgroup, reduces a component of `count` partial results. An
// invocation loads many at a time, so that it waits for memory once for all of them. With four at a time an
// H200 took 10 us for 8192.
const uint PARTIALS_AT_ONCE = 16;
#define PARTIALS_IN(slot) \
  layout(std430, binding = slot) readonly restrict buffer PartialBlock { uvec2 partials[]; }; \
  Sum reduced_partials(uint component, uint count, bool maximum) { \
    Sum mine = sum_zero(); \
    const uint size = gl_WorkGroupSize.x, first = component * count; \
    for (uint i = gl_LocalInvocationID.x; i < count; i += PARTIALS_AT_ONCE * size) { \
      uvec2 read[PARTIALS_AT_ONCE]; \
      [[unroll]] for (uint k = 0; k < PARTIALS_AT_ONCE; ++k) \
        read[k] = partials[first + min(i + k * size, count - 1)]; \
      [[unroll]] for (uint k = 0; k < PARTIALS_AT_ONCE; ++k) \
        if (i + k * size < count) mine = combine(mine, sum_unpack(read[k]), maximum); \
    } \
    if (gl_WorkGroupSize.x > 1) mine = group_reduce(mine, maximum); \
    return mine; \
  } \
  Sum total_of_partials(uint component, uint count) { return reduced_partials(component, count, false); } \
  Sum maximum_of_partials(uint component, uint count) { return reduced_partials(component, count, true); }
