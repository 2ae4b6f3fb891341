// Several right-hand sides, two an invocation (Shape::pairs): a workgroup is a stretch of sites times all
// pairs, so that the links of a site, loaded once for two, come from the nearest cache for the others. Wants
// the constant COUNT, of right-hand sides.
#include "lib/tiling.glsl"

const uint PAIRS = COUNT / 2, PAIR_SITES = gl_WorkGroupSize.x / PAIRS;
#define PAIR_SITE (tiled_group(PAIR_SITES) * PAIR_SITES + gl_LocalInvocationID.x % PAIR_SITES)
#define PAIR (gl_LocalInvocationID.x / PAIR_SITES)
