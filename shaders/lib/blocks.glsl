// The order of global sums: first within blocks of the whole lattice, then over blocks. A block is BLOCK_X by
// BLOCK_Y sites of one z and t, half of either extent if that is even (host/lattice/sum_blocks.hpp). No
// domain cuts a block, so a sum is bit-identical on any number of devices. BLOCK_THREADS neighbours of a
// workgroup share a block; on a CPU driver one invocation sums it (Shape::blocks). Include lib/lattice.glsl
// and lib/reduce.glsl before.
layout(constant_id = CONSTANT_BLOCK_X) const uint BLOCK_X = 4;
layout(constant_id = CONSTANT_BLOCK_Y) const uint BLOCK_Y = 4;
layout(constant_id = CONSTANT_BLOCK_THREADS) const uint BLOCK_THREADS = 1;

// Numbers of the domain's blocks in a row and in a column, and the sites of one parity in each.
const uint BLOCKS_X = LOCAL_X / BLOCK_X, BLOCKS_Y = LOCAL_Y / BLOCK_Y;
const uint BLOCKS = BLOCKS_X * BLOCKS_Y * LOCAL_Z * LOCAL_T, BLOCK_ROW = BLOCK_X / 2;
const uint BLOCK_SITES = BLOCK_ROW * BLOCK_Y;

#define BLOCK (GRID_FIRST / BLOCK_THREADS)
#define BLOCK_THREAD (GRID_FIRST % BLOCK_THREADS)

/// Returns site k of a block, of that parity, with its place in memory.
Site block_site(uint block, uint k, uint parity) {
  const uint row = block / BLOCKS_X, plane = row / BLOCKS_Y;
  const uint half_x = block % BLOCKS_X * BLOCK_ROW + k % BLOCK_ROW;
  const uint y = row % BLOCKS_Y * BLOCK_Y + k / BLOCK_ROW, z = plane % LOCAL_Z, t = plane / LOCAL_Z;
  return box_site(memory_place(half_x, y, z, t), half_x + GHOSTS_X / 2, y + GHOSTS_Y, z + GHOSTS_Z,
                  t + GHOSTS_T, parity);
}
uint block_site(uint block, uint k) { return block_site(block, k, 0).index; }

// An invocation loops over its share of its block's sites by
//   for (BLOCK_SHARE(k)) { const Site s = block_site(BLOCK, k, args.parity); ... }
// Invocations beyond the last block have none, but must also call `put_block`.
#define BLOCK_SHARE(k)                                  \
  uint k = BLOCK < BLOCKS ? BLOCK_THREAD : BLOCK_SITES; \
  k < BLOCK_SITES;                                      \
  k += BLOCK_THREADS

// BLOCKS_OUT(slot) declares the results of a first pass: `put_block` stores the sum of a block for a
// component, `put_block_maximum` the largest of nonnegative numbers.
#define BLOCKS_OUT(slot) \
  layout(std430, binding = slot) writeonly restrict buffer PartialBlock { uvec2 partials[]; }; \
  void put_reduced_block(uint component, Sum mine, bool maximum) { \
    Sum total = mine; \
    if (BLOCK_THREADS > 1) total = share_reduce(mine, BLOCK_THREAD, BLOCK_THREADS, maximum); \
    if (BLOCK_THREAD == 0 && BLOCK < BLOCKS) partials[component * BLOCKS + BLOCK] = sum_pack(total); \
  } \
  void put_block(uint component, Sum mine) { put_reduced_block(component, mine, false); } \
  void put_block_maximum(uint component, Sum mine) { put_reduced_block(component, mine, true); }
