// Which workgroup this is, and which invocation of all. More workgroups than a device launches in a row are
// launched in several rows of one length (gpu::folded): FOLDED pipelines count along all of them. Others have
// the one row, and not an instruction more. The last row may be longer than what is left, so an index is
// always held against the number of items.
layout(constant_id = CONSTANT_FOLDED) const uint FOLDED = 0;
#define GRID_LAUNCHED (gl_WorkGroupID.x + (FOLDED != 0 ? gl_WorkGroupID.y * gl_NumWorkGroups.x : 0u))

// A launch may be a part of one over all sites of a domain, whose time slices are made of whole workgroups: the
// interior, or the boundary, PART_EDGE workgroups at either end of all PART_GROUPS. Workgroups then count as in
// the whole.
layout(constant_id = CONSTANT_PART) const uint PART = 0;
layout(constant_id = CONSTANT_PART_EDGE) const uint PART_EDGE = 0;
layout(constant_id = CONSTANT_PART_GROUPS) const uint PART_GROUPS = 0;
const uint ALL_SITES = 0, INTERIOR = 1;  // of PART
#define GRID_GROUP \
  (PART == ALL_SITES || (PART != INTERIOR && GRID_LAUNCHED < PART_EDGE) ? GRID_LAUNCHED \
   : PART == INTERIOR ? GRID_LAUNCHED + PART_EDGE : GRID_LAUNCHED + PART_GROUPS - 2 * PART_EDGE)
#define GRID_GROUPS \
  (PART == ALL_SITES ? gl_NumWorkGroups.x * (FOLDED != 0 ? gl_NumWorkGroups.y : 1u) : PART_GROUPS)

// A grid of one invocation an item, i = GRID_FIRST, or one that strides over more items than it has
// invocations: for (uint i = GRID_FIRST; i < n; i += GRID_STRIDE).
#define GRID_FIRST \
  (PART != ALL_SITES ? GRID_GROUP * gl_WorkGroupSize.x + gl_LocalInvocationID.x \
   : gl_GlobalInvocationID.x + (FOLDED != 0 ? gl_WorkGroupID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x : 0u))
#define GRID_STRIDE (GRID_GROUPS * gl_WorkGroupSize.x)

// The links at the sites of one parity, the four of a site in one workgroup (Shape::site_links): what two
// directions read is fetched once. An invocation's direction and its site, which may lie beyond the last.
#define GRID_LINK_MU (gl_LocalInvocationID.x / (gl_WorkGroupSize.x / 4))
#define GRID_LINK_SITE \
  (GRID_GROUP * (gl_WorkGroupSize.x / 4) + gl_LocalInvocationID.x % (gl_WorkGroupSize.x / 4))
