// The numbers of this workgroup and this invocation. If there are more workgroups than a device launches in a
// row, there are several rows of one length (gpu::folded). FOLDED pipelines count along all rows; others have
// one row, and no extra instruction. The last row may have superfluous workgroups, so an index must always be
// compared with the number of items.
layout(constant_id = CONSTANT_FOLDED) const uint FOLDED = 0;
#define GRID_LAUNCHED (gl_WorkGroupID.x + (FOLDED != 0 ? gl_WorkGroupID.y * gl_NumWorkGroups.x : 0u))

// Tiling is the order in which workgroups of hops process the lattice (lib/tiling.glsl).
layout(constant_id = CONSTANT_TILES) const uint TILES = 1;

// A launch may be a part of one over all sites of a domain, whose time slices consist of whole workgroups:
// the interior, or the boundary. Of all PART_GROUPS workgroups the boundary has PART_EDGE at either end,
// shared equally by the tiles. Workgroups have the same numbers as in the whole launch.
layout(constant_id = CONSTANT_PART) const uint PART = 0;
layout(constant_id = CONSTANT_PART_EDGE) const uint PART_EDGE = 0;
layout(constant_id = CONSTANT_PART_GROUPS) const uint PART_GROUPS = 0;
const uint ALL_SITES = 0, INTERIOR = 1;  // values of PART
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

// A grid has one invocation an item, i = GRID_FIRST, or strides over more items than it has invocations: for
// (uint i = GRID_FIRST; i < n; i += GRID_STRIDE).
#define GRID_FIRST \
  (PART != ALL_SITES \
     ? GRID_GROUP * gl_WorkGroupSize.x + gl_LocalInvocationID.x \
     : gl_GlobalInvocationID.x + \
         (FOLDED != 0 ? gl_WorkGroupID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x : 0u))
#define GRID_STRIDE (GRID_GROUPS * gl_WorkGroupSize.x)

// For the links at the sites of one parity, the four of a site are in one workgroup (Shape::site_links), so
// that links that two directions read are fetched once. These are an invocation's direction and its site,
// which may be beyond the last.
#define GRID_LINK_MU (gl_LocalInvocationID.x / (gl_WorkGroupSize.x / 4))
#define GRID_LINK_SITE \
  (GRID_GROUP * (gl_WorkGroupSize.x / 4) + gl_LocalInvocationID.x % (gl_WorkGroupSize.x / 4))
