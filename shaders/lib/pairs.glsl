// Several right-hand sides, two an invocation (Shape::pairs). A workgroup covers a range of sites times all
// pairs. The links of a site are loaded once for two right-hand sides and are in the nearest cache for the
// others. Needs the constant COUNT of right-hand sides.
#include "lib/tiling.glsl"

const uint PAIRS = COUNT / 2, PAIR_SITES = gl_WorkGroupSize.x / PAIRS;
#define PAIR_SITE (tiled_group(PAIR_SITES) * PAIR_SITES + gl_LocalInvocationID.x % PAIR_SITES)
#define PAIR (gl_LocalInvocationID.x / PAIR_SITES)
