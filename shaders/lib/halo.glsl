// A region of a field, words as they lie in memory whatever the format, between the field and a message.
// Within a message planes follow one another, in each the sites of the region, of each site its words. An
// invocation moves one word, so that neighbours move what lies beside each other; with BY_SITE all of a site
// and plane, for drivers on the CPU, where finding them takes longer than moving them. Wants
// lib/lattice.glsl.
#include "args/halo.h"

layout(constant_id = CONSTANT_FLAG_0) const uint BY_SITE = 0;

ARGUMENTS(HaloArgs)

struct HaloWords {
  uint count;  // 0: nothing is to be moved
  uint field, message;
};

/// What invocation i moves.
HaloWords halo_words(uint i) {
  const uint row = args.pairs, sites = row * args.extent_y * args.extent_z * args.extent_t;
  const uint a_site = args.planes * args.words + args.tail;
  uint group, plane, words, k, word;
  if (BY_SITE != 0) {
    const uint planes = args.planes + (args.tail != 0 ? 1 : 0), n = i / sites;
    group = n / planes;
    plane = n % planes;
    words = plane < args.planes ? args.words : args.tail;
    k = i % sites;
    word = 0;
  } else {
    const uint of_group = i % (a_site * sites);
    group = i / (a_site * sites);
    plane = min(of_group / (args.words * sites), args.planes);
    words = plane < args.planes ? args.words : args.tail;
    const uint of_plane = of_group - plane * args.words * sites;
    k = of_plane / max(words, 1u);
    word = of_plane - k * words;
  }
  const uint within = k * words + word;
  const uint pair = args.pair + k % row;
  k /= row;
  const uint y = args.y + k % args.extent_y;
  k /= args.extent_y;
  const uint z = args.z + k % args.extent_z, t = args.t + k / args.extent_z;
  // Coordinates in the box; the origin is even in each direction.
  const uint x = 2 * pair + ((y + z + t + GHOSTS_Y + GHOSTS_Z + GHOSTS_T + args.parity) & 1u);
  HaloWords w;
  w.count = group < args.groups && x >= args.first_x && x < args.last_x ? BY_SITE != 0 ? words : 1 : 0;
  w.field = (args.group + group) * a_site * PLANE_SITES + plane * args.words * PLANE_SITES +
            (((t * BOX_Z + z) * BOX_Y + y) * HALF_X + pair) * words + word;
  w.message = args.at + (group * a_site + plane * args.words) * sites + within;
  return w;
}
