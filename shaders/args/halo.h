// Ghosts of a field between its memory and a message (lib/halo.glsl). A region is a box of the box in memory:
// `pairs` pairs of sites along x from number `pair` on, those of them with first_x <= x < last_x; from y, z
// and t on, as many sites as the extents say. The field is `groups` groups, from number `group` on, of
// `planes` planes with `words` 32-bit words a site, and one more with `tail` words. In the message the region
// starts at word `at`.
struct HaloArgs {
  uint parity, pair, pairs, first_x, last_x;
  uint y, z, t, extent_y, extent_z, extent_t;
  uint group, groups, planes, words, tail, at;
};
