// Tiling, the order in which workgroups go over the lattice. Neighbours in time are a time slice apart: where
// three of those are more than a GPU's second-level cache holds, every spinor comes from memory again for
// each of its neighbours in time. So z is cut into TILES blocks: all times of the first, then all of the
// next.

/// This workgroup's place in the order of sites, `sites` of which each has: the number itself where planes of
/// x and y are not made of whole workgroups.
uint tiled_group(uint sites) {
  const uint row = LOCAL_X / 2, plane = row * LOCAL_Y / sites, block = LOCAL_Z / TILES;
  uint group = GRID_GROUP;
  // Workgroups beyond the last stay there.
  if (TILES > 1 && plane * sites == row * LOCAL_Y && block * TILES == LOCAL_Z &&
      (FOLDED == 0 || group < plane * LOCAL_Z * LOCAL_T)) {
    const uint within = group % plane, z = group / plane % block;
    const uint later = group / (plane * block), t = later % LOCAL_T;
    group = within + plane * ((later / LOCAL_T) * block + z + LOCAL_Z * t);
  }
  return group;
}
