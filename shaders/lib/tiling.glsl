// Tiling, the order in which workgroups go over the lattice. Neighbours in time are a time slice apart: where
// three of those are more than a GPU's second-level cache holds, every spinor comes from memory again for
// each of its neighbours in time. So z is cut into TILES blocks: all times of the first, then all of the
// next.
layout(constant_id = CONSTANT_TILES) const uint TILES = 1;

/// This workgroup's place in the order of sites, `sites` of which each has: the number itself where planes of
/// x and y are not made of whole workgroups.
uint tiled_group(uint sites) {
  const uint plane = HALF_X * LY / sites, block = LZ / TILES;
  uint group = GRID_GROUP;
  // Workgroups beyond the last stay there.
  if (TILES > 1 && plane * sites == HALF_X * LY && block * TILES == LZ &&
      (FOLDED == 0 || group < plane * LZ * LT)) {
    const uint within = group % plane, z = group / plane % block;
    const uint later = group / (plane * block), t = later % LT;
    group = within + plane * ((later / LT) * block + z + LZ * t);
  }
  return group;
}
