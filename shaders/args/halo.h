// Ghosts of a field between its memory and the messages to both neighbours along a direction (lib/halo.glsl).
// A region is a box of the box in memory: `pairs` pairs of sites along x from number `pair` on, those of them
// with first_x <= x < last_x; from y, z and t on, as many sites as the extents say. There is one a neighbour,
// the second from `further_*` on, of the same size. The field is `groups` groups, from number `group` on, of
// `of_planes` planes, of which `together` are read together (near_texel), and one more with `tail` words a
// site. `planes` are moved: of the first region those from number `first` on, of the second those from
// `further_first` on. In a message the region starts at word `at`.
struct HaloArgs {
  uint parity, pair, first_x, last_x, y, z, t;
  uint further_pair, further_first_x, further_last_x, further_y, further_z, further_t;
  uint pairs, extent_y, extent_z, extent_t;
  uint group, groups, planes, tail, at;
  uint of_planes, together, first, further_first;
};
