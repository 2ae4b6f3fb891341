// Aggregates of multigrid: blocks of sites of the fine lattice. An aggregate is a site of the coarse lattice.
// AGGREGATION has the number of near-null vectors, a multiple of 4, in its lowest 8 bits, and the extents of
// a block, even numbers, in 6 bits each (host/kernels/multigrid.hpp).
//
// A near-null vector has two parts at each site, its chiralities: gamma5 = +1 first. A part has three texels,
// two spins of a colour vector. With the device's gamma5 = -(0, 1; 1, 0) it is (upper -+ lower) / sqrt 2. On
// the coarse lattice a vector has a number for each part: row chirality * VECTORS + n.
//
// Texels of four vectors at a site are adjacent, then those of the aggregate's next site. Restriction reads
// along the vectors and prolongation along the sites, and both use whole cache lines so.
layout(constant_id = CONSTANT_COUNT) const uint AGGREGATION = 0x08208204u;

const uint VECTORS = AGGREGATION & 0xFFu;
const uint WIDTH_X = AGGREGATION >> 8 & 0x3Fu, WIDTH_Y = AGGREGATION >> 14 & 0x3Fu;
const uint WIDTH_Z = AGGREGATION >> 20 & 0x3Fu, WIDTH_T = AGGREGATION >> 26;
const uint COARSE_X = LOCAL_X / WIDTH_X, COARSE_Y = LOCAL_Y / WIDTH_Y;
const uint COARSE_Z = LOCAL_Z / WIDTH_Z, COARSE_T = LOCAL_T / WIDTH_T;
const uint COARSE_SITES = COARSE_X / 2 * COARSE_Y * COARSE_Z * COARSE_T;  // of one parity
const uint BLOCK_HALF = WIDTH_X / 2 * WIDTH_Y * WIDTH_Z * WIDTH_T;        // sites of one parity in a block
const uint PART_TEXELS = 3;

const real HALF_ROOT = real(0.70710678118654752440lf);

/// Returns the number of an aggregate: even ones first, each parity in the order of a field's sites.
uint aggregate_number(uint x, uint y, uint z, uint t) {
  const uint within = ((t * COARSE_Z + z) * COARSE_Y + y) * (COARSE_X / 2) + x / 2;
  return ((x + y + z + t) & 1u) * COARSE_SITES + within;
}

/// Returns the aggregate of a site, and the site's number in it among those of its parity.
uvec2 aggregate_place(Site s) {
  const uint x = s.x - ORIGIN_X, y = s.y - ORIGIN_Y, z = s.z - ORIGIN_Z, t = s.t - ORIGIN_T;
  const uint within = ((t % WIDTH_T * WIDTH_Z + z % WIDTH_Z) * WIDTH_Y + y % WIDTH_Y) * (WIDTH_X / 2) +
                      x % WIDTH_X / 2;
  return uvec2(aggregate_number(x / WIDTH_X, y / WIDTH_Y, z / WIDTH_Z, t / WIDTH_T), within);
}

/// Returns the place in memory of the site number `within` of an aggregate, of that parity. `corner` are the
/// coordinates of the aggregate.
uint aggregate_site(uvec4 corner, uvec4 offset) {
  const uvec4 c = corner + offset;
  return memory_place(c.x / 2, c.y, c.z, c.w);
}

/// Returns the coordinates of an aggregate's first site.
uvec4 aggregate_corner(uint aggregate) {
  const uint parity = aggregate / COARSE_SITES;
  uint n = aggregate % COARSE_SITES;
  const uint half_x = n % (COARSE_X / 2);
  n /= COARSE_X / 2;
  const uint y = n % COARSE_Y;
  n /= COARSE_Y;
  const uint z = n % COARSE_Z, t = n / COARSE_Z, x = 2 * half_x + ((y + z + t + parity) & 1u);
  return uvec4(x * WIDTH_X, y * WIDTH_Y, z * WIDTH_Z, t * WIDTH_T);
}

/// Returns the coordinates in an aggregate of its site number `within` of that parity.
uvec4 aggregate_offset(uint within, uint parity) {
  const uint half_x = within % (WIDTH_X / 2);
  within /= WIDTH_X / 2;
  const uint y = within % WIDTH_Y;
  within /= WIDTH_Y;
  const uint z = within % WIDTH_Z, t = within / WIDTH_Z;
  return uvec4(2 * half_x + ((y + z + t + parity) & 1u), y, z, t);
}

/// Returns the first texel of a near-null vector's part at a site of an aggregate; the others follow at
/// distances of part_stride().
uint part_texel(uint aggregate, uint chirality, uint n, uint within) {
  return (((aggregate * 2 + chirality) * PART_TEXELS * (VECTORS / 4) + n / 4) * BLOCK_HALF + within) * 4 +
         (n & 3u);
}
uint part_stride() { return VECTORS * BLOCK_HALF; }
