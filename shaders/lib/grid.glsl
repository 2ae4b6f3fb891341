// A grid that strides over more items than it has invocations: for (uint i = GRID_FIRST; i < n; i += GRID_STRIDE).
#define GRID_FIRST gl_GlobalInvocationID.x
#define GRID_STRIDE (gl_NumWorkGroups.x * gl_WorkGroupSize.x)

// The links at the sites of one parity, the four of a site in one workgroup (Shape::site_links): what two directions read is
// fetched once. An invocation's direction and its site, which may lie beyond the last.
#define GRID_LINK_MU (gl_LocalInvocationID.x / (gl_WorkGroupSize.x / 4))
#define GRID_LINK_SITE (gl_WorkGroupID.x * (gl_WorkGroupSize.x / 4) + gl_LocalInvocationID.x % (gl_WorkGroupSize.x / 4))
