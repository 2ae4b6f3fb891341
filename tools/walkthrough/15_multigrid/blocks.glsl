// Blocks of 4 x 4 sites, which are the sites of the coarse lattice, and the vectors that live on them.
#include "lib/backend.glsl"
#include "lib/complex.glsl"

struct Blocks {
  uint extent, vectors;  // the extent is that of the fine lattice
};
ARGUMENTS(Blocks)

const uint BLOCK = 4, IN_BLOCK = BLOCK * BLOCK;

/// Returns the fine site with this number in a block.
uint site_in(uint block, uint number) {
  const uint blocks = args.extent / BLOCK;
  const uint x = block % blocks * BLOCK + number % BLOCK, y = block / blocks * BLOCK + number / BLOCK;
  return y * args.extent + x;
}
uint block_of(uint site) {
  return site / args.extent / BLOCK * (args.extent / BLOCK) + site % args.extent / BLOCK;
}
uint blocks() { return args.extent * args.extent / IN_BLOCK; }

/// Returns where vector k has its number of a fine site.
uint place(uint k, uint site) { return k * args.extent * args.extent + site; }
