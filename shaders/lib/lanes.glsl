// Hops and staples by one, two or four invocations a site, its lanes (Shape::hops). Of two, one computes
// forward and one backward hops; of four, each has a direction. The first invocation of a site adds the
// others' partial results from shared memory. On GPUs more loads are then in flight at once; on a CPU driver
// shared memory costs more than this gains.
#include "lib/tiling.glsl"

#ifndef LANES  // a kernel may define its own
layout(constant_id = CONSTANT_LANES) const uint LANES = 1;
#endif

// A workgroup may merge several of a hop's (solver/wilson_cg.comp). LANE_GROUP is the number of invocations
// of each, LANE_IN_GROUP this one's number in its own, and LANE_GROUPS_BEFORE the number of merged ones
// before.
#ifndef LANE_GROUP
#define LANE_GROUP gl_WorkGroupSize.x
#define LANE_IN_GROUP gl_LocalInvocationID.x
#define LANE_GROUPS_BEFORE 0
#endif
const uint LANE_SITES = LANE_GROUP / LANES;

uint lane() { return LANE_IN_GROUP / LANE_SITES; }
/// Returns the site, which may be beyond the last; all invocations must still reach the barrier.
uint lane_site() { return tiled_group(LANE_SITES) * LANE_SITES + LANE_IN_GROUP % LANE_SITES; }
/// Returns the site's place in memory, or that of the last site if it is beyond; for reads before the
/// barrier.
uint lane_place(uint own) { return memory_site(min(own, SITES - 1)); }
/// Returns the place of the result. In half precision compilers must not identify it with lane_place. With
/// one number for both they keep the links' addresses for the result's planes, 96 registers rather than 72
/// (NVIDIA), and take 5 percent longer. In single precision two numbers take 77 registers rather than 72 on
/// 24^4, and 3 percent longer.
uint lane_result(uint own) {
#if PRECISION == 16
  return memory_site(own);
#else
  return lane_place(own);
#endif
}

// LANE_PARTS(n) is space for n numbers of each invocation of a site but the first. There is one number an
// address, so that neighbours never wait for each other. lane_leave(k, v) writes three of them,
// lane_take(from, k, v) adds them to v after a barrier.
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
