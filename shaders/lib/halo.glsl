// Copies between two regions of a field, as words in memory for every format, and the messages to both
// neighbours along a direction. A message has plane after plane, in each the sites of the region, for each
// site its words. An invocation copies a plane's words of a site, at once if they are whole texels of 16
// bytes. Planes of fields and messages begin at a multiple of 16 bytes. Include lib/lattice.glsl before.
#include "args/halo.h"

// The words of a site in a plane are the sum of these flags' values.
layout(constant_id = CONSTANT_FLAG_0) const uint WORDS_1 = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint WORDS_2 = 0;
layout(constant_id = CONSTANT_FLAG_2) const uint WORDS_4 = 1;
layout(constant_id = CONSTANT_FLAG_3) const uint WORDS_8 = 0;
// Nonzero if a binding may be words and texels at once. OpenGL does not allow it, and all use of texels is
// then removed.
layout(constant_id = CONSTANT_FLAG_4) const uint TEXELS = 0;
const uint WORDS = WORDS_1 + 2 * WORDS_2 + 4 * WORDS_4 + 8 * WORDS_8;

ARGUMENTS(HaloArgs)

struct HaloWords {
  uint count;  // 0: nothing is copied
  bool texels;  // true for whole texels
  bool further;  // true for the second message
  uint field, message;
};

/// Returns the words that invocation i copies.
HaloWords halo_words(uint i) {
  const uint row = args.pairs, sites = row * args.extent_y * args.extent_z * args.extent_t;
  const uint planes = args.planes + (args.tail != 0 ? 1 : 0), a_site = args.planes * WORDS + args.tail;
  const uint of_a_site = args.of_planes * WORDS + args.tail;
  uint k = i % sites, n = i / sites;
  const bool further = n >= planes * args.groups;
  if (further) n -= planes * args.groups;
  const uint group = n / planes, plane = n - group * planes;
  const bool whole = plane < args.planes;
  const uint place = whole ? plane + (further ? args.further_first : args.first) : args.of_planes;
  const uint words = whole ? WORDS : args.tail, within = k * words;
  const uint pair = (further ? args.further_pair : args.pair) + k % row;
  k /= row;
  const uint y = (further ? args.further_y : args.y) + k % args.extent_y;
  k /= args.extent_y;
  const uint z = (further ? args.further_z : args.z) + k % args.extent_z;
  const uint t = (further ? args.further_t : args.t) + k / args.extent_z;
  // These are coordinates in the box; the origin is even in each direction.
  const uint x = 2 * pair + ((y + z + t + GHOSTS_Y + GHOSTS_Z + GHOSTS_T + args.parity) & 1u);
  HaloWords w;
  w.count = group < args.groups && x >= (further ? args.further_first_x : args.first_x) &&
                    x < (further ? args.further_last_x : args.last_x)
                ? words
                : 0;
  w.texels = whole && WORDS % 4 == 0 && w.count != 0;
  w.further = further;
  const uint site = ((t * BOX_Z + z) * BOX_Y + y) * HALF_X + pair;
  w.field = (args.group + group) * of_a_site * PLANE_SITES +
            (whole ? interleaved_texel(args.interleaved, place, site) * WORDS
                   : place * WORDS * PLANE_SITES + site * words);
  w.message = args.at + (group * a_site + plane * WORDS) * sites + within;
  return w;
}
