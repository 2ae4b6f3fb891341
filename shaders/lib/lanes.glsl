// Hops and staples by one, two or four invocations a site (Shape::hops). Of two, one goes forwards and one
// backwards; of four, each takes a direction. The first of a site adds what the others leave in shared
// memory: GPUs have more loads under way at once then; on a CPU driver shared memory costs more than it
// gives.
#include "lib/tiling.glsl"

#ifndef LANES  // a kernel may have an idea of its own
layout(constant_id = CONSTANT_LANES) const uint LANES = 1;
#endif

// A workgroup may hold several of a hop's (solver/wilson_cg.comp). LANE_GROUP is the invocations of each,
// LANE_IN_GROUP this one's number in its own, and LANE_GROUPS_BEFORE how many come before that.
#ifndef LANE_GROUP
#define LANE_GROUP gl_WorkGroupSize.x
#define LANE_IN_GROUP gl_LocalInvocationID.x
#define LANE_GROUPS_BEFORE 0
#endif
const uint LANE_SITES = LANE_GROUP / LANES;

uint lane() { return LANE_IN_GROUP / LANE_SITES; }
/// May lie beyond the last; all invocations must come to the barrier all the same.
uint lane_site() { return tiled_group(LANE_SITES) * LANE_SITES + LANE_IN_GROUP % LANE_SITES; }
/// Its place in memory, of one beyond the last that of the last: for what is read before the barrier.
uint lane_place(uint own) { return memory_site(min(own, SITES - 1)); }
/// Where the result goes, of none beyond the last. In half precision a number that compilers do not take for
/// lane_place: with one for both they keep the links' addresses for the result's planes, 96 registers rather
/// than 72 (NVIDIA), and 5 percent more time. In single precision two take 77 registers rather than 72 on
/// 24^4, and 3 percent.
uint lane_result(uint own) {
#if PRECISION == 16
  return memory_site(own);
#else
  return lane_place(own);
#endif
}

// LANE_PARTS(n): room for n numbers of each invocation of a site but the first. One number an address:
// neighbours then never wait for each other. lane_leave(k, v) writes three of them, lane_take(from, k, v)
// adds them to v after a barrier.
#define LANE_PARTS(n) \
  shared real lane_parts[n * (gl_WorkGroupSize.x - gl_WorkGroupSize.x / LANES + 1)]; \
  uint lane_slot(uint from, uint k) { \
    const uint before = LANE_GROUPS_BEFORE * (LANES - 1) + from - 1; \
    return (before * n + k) * LANE_SITES + LANE_IN_GROUP % LANE_SITES; \
  } \
  void lane_leave(uint k, real3 v) { \
    lane_parts[lane_slot(lane(), k)] = v.x; \
    lane_parts[lane_slot(lane(), k + 1)] = v.y; \
    lane_parts[lane_slot(lane(), k + 2)] = v.z; \
  } \
  void lane_leave(uint k, Colour c) { \
    lane_leave(k, c.re); \
    lane_leave(k + 3, c.im); \
  } \
  real3 lane_take(uint from, uint k, real3 v) { \
    return v + real3(lane_parts[lane_slot(from, k)], lane_parts[lane_slot(from, k + 1)], \
                     lane_parts[lane_slot(from, k + 2)]); \
  } \
  Colour lane_take(uint from, uint k, Colour c) { \
    return Colour(lane_take(from, k, c.re), lane_take(from, k + 3, c.im)); \
  }
