// Hops and staples by one, two or four invocations a site, its threads per site (Shape::hops). Of two, one
// computes forward and one backward hops; of four, each has a direction. The first invocation of a site adds
// the others' partial results from shared memory. On GPUs more loads are then in flight at once; on a CPU
// driver shared memory costs more than this gains.
#include "lib/tiling.glsl"

#ifndef THREADS_PER_SITE  // a kernel may define its own
layout(constant_id = CONSTANT_THREADS_PER_SITE) const uint THREADS_PER_SITE = 1;
#endif

// A workgroup may merge several of a hop's (solver/wilson_cg.comp). GROUP_THREADS is the number of
// invocations of each, THREAD_IN_GROUP this one's number in its own, and GROUPS_BEFORE the number of merged
// ones before.
#ifndef GROUP_THREADS
#define GROUP_THREADS gl_WorkGroupSize.x
#define THREAD_IN_GROUP gl_LocalInvocationID.x
#define GROUPS_BEFORE 0
#endif
const uint GROUP_SITES = GROUP_THREADS / THREADS_PER_SITE;

uint site_thread() { return THREAD_IN_GROUP / GROUP_SITES; }
/// Returns the site, which may be beyond the last; all invocations must still reach the barrier.
uint group_site() { return tiled_group(GROUP_SITES) * GROUP_SITES + THREAD_IN_GROUP % GROUP_SITES; }
/// Returns the site's place in memory, or that of the last site if it is beyond; for reads before the
/// barrier.
uint group_place(uint own) { return memory_site(min(own, SITES - 1)); }
/// Returns the place of the result. In half precision compilers must not identify it with group_place. With
/// one number for both they keep the links' addresses for the result's planes, 96 registers rather than 72
/// (NVIDIA), and take 5 percent longer. In single precision two numbers take 77 registers rather than 72 on
/// 24^4, and 3 percent longer.
uint group_result(uint own) {
#if PRECISION == 16
  return memory_site(own);
#else
  return group_place(own);
#endif
}

// THREAD_PARTS(n) is space for n numbers of each invocation of a site but the first. There is one number an
// address, so that neighbours never wait for each other. store_partial(k, v) writes three of them,
// add_partial(from, k, v) adds them to v after a barrier.
#define THREAD_PARTS(n) \
  shared real thread_parts[n * (gl_WorkGroupSize.x - gl_WorkGroupSize.x / THREADS_PER_SITE + 1)]; \
  uint part_slot(uint from, uint k) { \
    const uint before = GROUPS_BEFORE * (THREADS_PER_SITE - 1) + from - 1; \
    return (before * n + k) * GROUP_SITES + THREAD_IN_GROUP % GROUP_SITES; \
  } \
  void store_partial(uint k, real3 v) { \
    thread_parts[part_slot(site_thread(), k)] = v.x; \
    thread_parts[part_slot(site_thread(), k + 1)] = v.y; \
    thread_parts[part_slot(site_thread(), k + 2)] = v.z; \
  } \
  void store_partial(uint k, Colour c) { \
    store_partial(k, c.re); \
    store_partial(k + 3, c.im); \
  } \
  real3 add_partial(uint from, uint k, real3 v) { \
    return v + real3(thread_parts[part_slot(from, k)], thread_parts[part_slot(from, k + 1)], \
                     thread_parts[part_slot(from, k + 2)]); \
  } \
  Colour add_partial(uint from, uint k, Colour c) { \
    return Colour(add_partial(from, k, c.re), add_partial(from, k + 3, c.im)); \
  }
