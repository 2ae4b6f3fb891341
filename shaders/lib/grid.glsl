// Which workgroup this is, and which invocation of all. More workgroups than a device launches in a row are
// launched in several rows of one length (gpu::folded): FOLDED pipelines count along all of them. Others have
// the one row, and not an instruction more. The last row may be longer than what is left, so an index is
// always held against the number of items.
layout(constant_id = CONSTANT_FOLDED) const uint FOLDED = 0;
#define GRID_LAUNCHED (gl_WorkGroupID.x + (FOLDED != 0 ? gl_WorkGroupID.y * gl_NumWorkGroups.x : 0u))

// Tiling, the order in which workgroups of hops go over the lattice (lib/tiling.glsl).
layout(constant_id = CONSTANT_TILES) const uint TILES = 1;

// A launch may be a part of one over all sites of a domain, whose time slices are made of whole workgroups:
// the interior, or the boundary, at either end PART_EDGE of all PART_GROUPS workgroups, of each tile its
// share. Workgroups then count as in the whole.
layout(constant_id = CONSTANT_PART) const uint PART = 0;
layout(constant_id = CONSTANT_PART_EDGE) const uint PART_EDGE = 0;
layout(constant_id = CONSTANT_PART_GROUPS) const uint PART_GROUPS = 0;
const uint ALL_SITES = 0, INTERIOR = 1;  // of PART
uint group_of_part(uint launched) {
  const uint edge = PART_EDGE / TILES, all = PART_GROUPS / TILES;
  const uint each = PART == INTERIOR ? all - 2 * edge : 2 * edge;
  uint within = launched % each;
  if (PART == INTERIOR || within >= edge) within += PART == INTERIOR ? edge : all - 2 * edge;
  return launched / each * all + within;
}
#define GRID_GROUP (PART == ALL_SITES ? GRID_LAUNCHED : group_of_part(GRID_LAUNCHED))
#define GRID_GROUPS \
  (PART == ALL_SITES ? gl_NumWorkGroups.x * (FOLDED != 0 ? gl_NumWorkGroups.y : 1u) : PART_GROUPS)

// A grid of one invocation an item, i = GRID_FIRST, or one that strides over more items than it has
// invocations: for (uint i = GRID_FIRST; i < n; i += GRID_STRIDE).
#define GRID_FIRST \
  (PART != ALL_SITES \
     ? GRID_GROUP * gl_WorkGroupSize.x + gl_LocalInvocationID.x \
     : gl_GlobalInvocationID.x + \
         (FOLDED != 0 ? gl_WorkGroupID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x : 0u))
#define GRID_STRIDE (GRID_GROUPS * gl_WorkGroupSize.x)

// The links at the sites of one parity, the four of a site in one workgroup (Shape::site_links): what two
// directions read is fetched once. An invocation's direction and its site, which may lie beyond the last.
#define GRID_LINK_MU (gl_LocalInvocationID.x / (gl_WorkGroupSize.x / 4))
#define GRID_LINK_SITE \
  (GRID_GROUP * (gl_WorkGroupSize.x / 4) + gl_LocalInvocationID.x % (gl_WorkGroupSize.x / 4))
