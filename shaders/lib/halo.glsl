// A region of a field, words as they lie in memory whatever the format, between the field and a message.
// Within a message planes follow one another, and in each the sites of the region. Wants lib/lattice.glsl.
#include "args/halo.h"

ARGUMENTS(HaloArgs)

struct HaloWords {
  uint count;  // 0: nothing is to be moved
  uint field, message;
};

/// What invocation i moves: a site of a plane.
HaloWords halo_words(uint i) {
  const uint row = args.pairs, sites = row * args.extent_y * args.extent_z * args.extent_t;
  const uint planes = args.planes + (args.tail != 0 ? 1 : 0);
  const uint n = i / sites, plane = n % planes, group = n / planes;
  uint k = i % sites;
  const uint within = k;
  const uint pair = args.pair + k % row;
  k /= row;
  const uint y = args.y + k % args.extent_y;
  k /= args.extent_y;
  const uint z = args.z + k % args.extent_z, t = args.t + k / args.extent_z;
  // Coordinates in the box; the origin is even in each direction.
  const uint x = 2 * pair + ((y + z + t + GHOSTS_Y + GHOSTS_Z + GHOSTS_T + args.parity) & 1u);
  const uint words = plane < args.planes ? args.words : args.tail;
  const uint a_site = args.planes * args.words + args.tail;
  HaloWords w;
  w.count = group < args.groups && x >= args.first_x && x < args.last_x ? words : 0;
  w.field = (args.group + group) * a_site * PLANE_SITES + plane * args.words * PLANE_SITES +
            (((t * BOX_Z + z) * BOX_Y + y) * HALF_X + pair) * words;
  w.message = args.at + (group * a_site + plane * args.words) * sites + within * words;
  return w;
}
