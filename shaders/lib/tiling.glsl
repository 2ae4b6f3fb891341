// Tiling is the order in which workgroups process the lattice. Neighbours in time are a time slice apart. If
// three slices exceed a GPU's second-level cache, every spinor is read from memory again for each of its
// neighbours in time. So z is cut into TILES blocks: all times of the first, then all of the next.

/// Returns this workgroup's place in the order of sites, `sites` of which each has; its number if xy planes
/// do not consist of whole workgroups.
uint tiled_group(uint sites) {
  const uint row = LOCAL_X / 2, plane = row * LOCAL_Y / sites, block = LOCAL_Z / TILES;
  uint group = GRID_GROUP;
  // Workgroups beyond the last site keep their number.
  if (TILES > 1 && plane * sites == row * LOCAL_Y && block * TILES == LOCAL_Z &&
      (FOLDED == 0 || group < plane * LOCAL_Z * LOCAL_T)) {
    const uint within = group % plane, z = group / plane % block;
    const uint later = group / (plane * block), t = later % LOCAL_T;
    group = within + plane * ((later / LOCAL_T) * block + z + LOCAL_Z * t);
  }
  return group;
}
