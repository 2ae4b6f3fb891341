// Which workgroup this is, and which invocation of all. More workgroups than a device launches in a row are
// launched in several rows of one length (gpu::folded): FOLDED pipelines count along all of them. Others have
// the one row, and not an instruction more. The last row may be longer than what is left, so an index is
// always held against the number of items.
layout(constant_id = CONSTANT_FOLDED) const uint FOLDED = 0;
#define GRID_GROUP (gl_WorkGroupID.x + (FOLDED != 0 ? gl_WorkGroupID.y * gl_NumWorkGroups.x : 0u))
#define GRID_GROUPS (gl_NumWorkGroups.x * (FOLDED != 0 ? gl_NumWorkGroups.y : 1u))

// A grid of one invocation an item, i = GRID_FIRST, or one that strides over more items than it has
// invocations: for (uint i = GRID_FIRST; i < n; i += GRID_STRIDE).
#define GRID_FIRST \
  (gl_GlobalInvocationID.x + (FOLDED != 0 ? gl_WorkGroupID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x : 0u))
#define GRID_STRIDE (GRID_GROUPS * gl_WorkGroupSize.x)

// The links at the sites of one parity, the four of a site in one workgroup (Shape::site_links): what two
// directions read is fetched once. An invocation's direction and its site, which may lie beyond the last.
#define GRID_LINK_MU (gl_LocalInvocationID.x / (gl_WorkGroupSize.x / 4))
#define GRID_LINK_SITE \
  (GRID_GROUP * (gl_WorkGroupSize.x / 4) + gl_LocalInvocationID.x % (gl_WorkGroupSize.x / 4))
