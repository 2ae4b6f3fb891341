// Several right-hand sides, two an invocation (Shape::rhs_pairs). A workgroup covers a range of sites times
// all pairs. The links of a site are loaded once for two right-hand sides and are in the nearest cache for
// the others. Needs the constant COUNT of right-hand sides.
#include "lib/tiling.glsl"

const uint RHS_PAIRS = COUNT / 2, RHS_PAIR_SITES = gl_WorkGroupSize.x / RHS_PAIRS;
#define RHS_PAIR_SITE (tiled_group(RHS_PAIR_SITES) * RHS_PAIR_SITES + gl_LocalInvocationID.x % RHS_PAIR_SITES)
#define RHS_PAIR (gl_LocalInvocationID.x / RHS_PAIR_SITES)
