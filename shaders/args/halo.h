// Copies of a field's ghosts between memory and the messages to both neighbours along a direction
// (lib/halo.glsl). A region is a box of the box in memory. Along x it has `pairs` pairs of sites from pair
// number `pair` on, and of those the sites with first_x <= x < last_x. Along y, z and t it begins at y, z and
// t and has the given extents. There is one region for each neighbour; the second has equal size and begins
// at `further_*`. The field is `groups` groups from number `group` on. Each has `of_planes` planes,
// interleaved `interleaved` at a time (interleaved_texel), and one more with `tail` words a site. `planes` of
// them are copied: from number `first` on for the first region, from `further_first` on for the second. In a
// message the region starts at word `at`.
struct HaloArgs {
  uint parity, pair, first_x, last_x, y, z, t;
  uint further_pair, further_first_x, further_last_x, further_y, further_z, further_t;
  uint pairs, extent_y, extent_z, extent_t;
  uint group, groups, planes, tail, at;
  uint of_planes, interleaved, first, further_first;
};
