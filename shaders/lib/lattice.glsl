// Coordinates, checkerboard numbering, neighbours and boundary signs. Extents are specialisation constants:
// the driver folds them into the code, which is faster than a table or a uniform.
//
// A lattice may be split into domains with a device each. Memory then has a box: the domain's own sites, with
// GHOSTS_* sites of its neighbours on either side of each split direction. Steps are differences of numbers
// in that box, and never wrap in a split direction. Coordinates are those of the whole lattice, so random
// numbers, colours, phases and boundary signs do not depend on domains. If nothing is split, all of it folds
// away.
#extension GL_EXT_control_flow_attributes : require

layout(constant_id = CONSTANT_EXTENT_X) const uint LX = 4;
layout(constant_id = CONSTANT_EXTENT_Y) const uint LY = 4;
layout(constant_id = CONSTANT_EXTENT_Z) const uint LZ = 4;
layout(constant_id = CONSTANT_EXTENT_T) const uint LT = 4;
// Boundary sign of a fermion in x, y, z, t: 1 periodic, -1 antiperiodic.
layout(constant_id = CONSTANT_BOUNDARY_X) const int BOUNDARY_X = 1;
layout(constant_id = CONSTANT_BOUNDARY_Y) const int BOUNDARY_Y = 1;
layout(constant_id = CONSTANT_BOUNDARY_Z) const int BOUNDARY_Z = 1;
layout(constant_id = CONSTANT_BOUNDARY_T) const int BOUNDARY_T = -1;

// The domain's own extents; its origin in the whole lattice (all even); and the number of its neighbours'
// sites on either side: 0 in a direction that is not split, in x an even number.
layout(constant_id = CONSTANT_LOCAL_X) const uint LOCAL_X = 4;
layout(constant_id = CONSTANT_LOCAL_Y) const uint LOCAL_Y = 4;
layout(constant_id = CONSTANT_LOCAL_Z) const uint LOCAL_Z = 4;
layout(constant_id = CONSTANT_LOCAL_T) const uint LOCAL_T = 4;
layout(constant_id = CONSTANT_ORIGIN_X) const uint ORIGIN_X = 0;
layout(constant_id = CONSTANT_ORIGIN_Y) const uint ORIGIN_Y = 0;
layout(constant_id = CONSTANT_ORIGIN_Z) const uint ORIGIN_Z = 0;
layout(constant_id = CONSTANT_ORIGIN_T) const uint ORIGIN_T = 0;
layout(constant_id = CONSTANT_GHOSTS_X) const uint GHOSTS_X = 0;
layout(constant_id = CONSTANT_GHOSTS_Y) const uint GHOSTS_Y = 0;
layout(constant_id = CONSTANT_GHOSTS_Z) const uint GHOSTS_Z = 0;
layout(constant_id = CONSTANT_GHOSTS_T) const uint GHOSTS_T = 0;

// The extents of the box in memory.
const uint BOX_X = LOCAL_X + 2 * GHOSTS_X, BOX_Y = LOCAL_Y + 2 * GHOSTS_Y;
const uint BOX_Z = LOCAL_Z + 2 * GHOSTS_Z, BOX_T = LOCAL_T + 2 * GHOSTS_T;
const uint SPLIT = GHOSTS_X + GHOSTS_Y + GHOSTS_Z + GHOSTS_T;

// Sites of one parity: in a row of memory; the domain's own; and all in memory, which are a plane of a field.
const uint HALF_X = BOX_X / 2;
const uint SITES = LOCAL_X / 2 * LOCAL_Y * LOCAL_Z * LOCAL_T;
const uint PLANE_SITES = HALF_X * BOX_Y * BOX_Z * BOX_T;

// If SITE_BLOCK is not 1, planes that are read together, those of half a spinor or of a link, are
// interleaved: so many sites of each plane, then the next sites. In a hop a CPU then reads a few streams of
// memory instead of one a plane, which are more than it prefetches and compete for the same cache lines. A
// GPU reads planes as fast (host/field/device_lattice.cpp).
layout(constant_id = CONSTANT_SITE_BLOCK) const uint SITE_BLOCK = 1;

const uint SPINOR_INTERLEAVED = 3;  // planes of a spinor: hops in time read half of it

/// Returns the texel of a site in a plane of a field with `interleaved` interleaved planes. PLANE_SITES is a
/// multiple of 8.
uint interleaved_texel(uint interleaved, uint plane, uint site) {
  uint i = plane * PLANE_SITES + site;
  if (SITE_BLOCK != 1) {
    const uint within = site % SITE_BLOCK, k = plane % interleaved;
    i = (plane - k) * PLANE_SITES + (site - within) * interleaved + k * SITE_BLOCK + within;
  }
  return i;
}

/// Returns the texel of a site in a plane of a vector of so many planes; six planes mean a spinor.
uint vector_texel(uint plane, uint planes, uint site) {
  uint i = plane * PLANE_SITES + site;
  if (SITE_BLOCK != 1 && planes == 6) i = interleaved_texel(SPINOR_INTERLEAVED, plane, site);
  return i;
}

struct Site {
  uint index;  // in memory, among the sites of its parity: ((t*BOX_Z + z)*BOX_Y + y)*HALF_X + x/2
  uint parity;
  uint x, y, z, t;
  bool in_other;  // true after an odd number of steps: its links are in the field of the other parity
};

/// Returns the place in memory of the domain's site at half_x pairs of sites, y, z and t from its origin.
uint memory_place(uint half_x, uint y, uint z, uint t) {
  return (((t + GHOSTS_T) * BOX_Z + z + GHOSTS_Z) * BOX_Y + y + GHOSTS_Y) * HALF_X + half_x + GHOSTS_X / 2;
}

/// Returns the place in memory of the domain's own site number n, n < SITES.
uint memory_site(uint n) {
  uint place = n;
  if (SPLIT != 0) {
    const uint half_x = n % (LOCAL_X / 2);
    n /= LOCAL_X / 2;
    const uint y = n % LOCAL_Y;
    n /= LOCAL_Y;
    place = memory_place(half_x, y, n % LOCAL_Z, n / LOCAL_Z);
  }
  return place;
}

/// Returns a coordinate of the lattice from that in the box. Nothing is added in a direction that is not
/// split: some drivers make better code of a remainder alone.
uint of_lattice(uint in_box, uint origin, uint ghosts) {
  uint c = in_box;
  if (ghosts != 0) c += origin - ghosts;
  return c;
}

/// Returns the site at half_x pairs of sites, y, z and t from the corner of the box.
Site box_site(uint index, uint half_x, uint y, uint z, uint t, uint parity) {
  Site s;
  s.index = index;
  s.parity = parity;
  s.in_other = false;
  s.y = of_lattice(y, ORIGIN_Y, GHOSTS_Y);
  s.z = of_lattice(z, ORIGIN_Z, GHOSTS_Z);
  s.t = of_lattice(t, ORIGIN_T, GHOSTS_T);
  s.x = of_lattice(2 * half_x + ((s.y + s.z + s.t + parity) & 1u), ORIGIN_X, GHOSTS_X);
  return s;
}

/// Returns one of the domain's own sites by its place in memory.
Site site_at(uint index, uint parity) {
  const uint y = index / HALF_X, z = y / BOX_Y;
  return box_site(index, index % HALF_X, y % BOX_Y, z % BOX_Z, z / BOX_Z, parity);
}

uint extent(uint mu) { return mu == 0 ? LX : mu == 1 ? LY : mu == 2 ? LZ : LT; }

/// Returns a coordinate in the box, for a site that the box contains.
uint in_box(uint coordinate, uint extent, uint origin, uint ghosts) {
  uint c = coordinate;
  if (ghosts != 0) c = (coordinate + extent - origin + ghosts) % extent;
  return c;
}

/// Returns the site at coordinates (x, y, z, t); its `in_other` is false if its parity is `parity`.
Site site_of(uvec4 c, uint parity) {
  Site s;
  s.index = ((in_box(c.w, LT, ORIGIN_T, GHOSTS_T) * BOX_Z + in_box(c.z, LZ, ORIGIN_Z, GHOSTS_Z)) * BOX_Y +
             in_box(c.y, LY, ORIGIN_Y, GHOSTS_Y)) *
                HALF_X +
            in_box(c.x, LX, ORIGIN_X, GHOSTS_X) / 2;
  s.parity = (c.x + c.y + c.z + c.w) & 1u;
  s.x = c.x;
  s.y = c.y;
  s.z = c.z;
  s.t = c.w;
  s.in_other = s.parity != parity;
  return s;
}

/// Returns the lexicographic number, which random numbers use.
uint global_index(Site s) { return ((s.t * LZ + s.z) * LY + s.y) * LX + s.x; }

// These functions step along a direction: with `up` the coordinate grows by one, otherwise it shrinks by one.
Site step_x(Site s, bool up) {
  const uint odd = s.x & 1u;
  if (up) {
    const bool wraps = s.x == LX - 1;
    s.index += wraps && GHOSTS_X == 0 ? 1u - HALF_X : odd;  // an even x has the same number as x + 1
    s.x = wraps ? 0 : s.x + 1;
  } else {
    const bool wraps = s.x == 0;
    s.index -= wraps && GHOSTS_X == 0 ? 1u - HALF_X : 1u - odd;
    s.x = wraps ? LX - 1 : s.x - 1;
  }
  s.parity ^= 1u;
  s.in_other = !s.in_other;
  return s;
}

uint stepped(uint coordinate, uint extent, bool up) {
  return up ? (coordinate == extent - 1 ? 0 : coordinate + 1)
            : (coordinate == 0 ? extent - 1 : coordinate - 1);
}

/// Returns the change of the number in memory for a step from a coordinate to the next one of the lattice.
uint moved(uint from, uint to, uint ghosts, bool up) {
  uint by = to - from;
  if (ghosts != 0) by = up ? 1u : ~0u;
  return by;
}

// Every function in lib/ has one exit: spirv-opt inlines only those, and unrolled kernels then have no
// branch.
Site step(Site s, uint mu, bool up) {
  if (mu == 0) {
    s = step_x(s, up);
  } else if (mu == 1) {
    const uint y = stepped(s.y, LY, up);
    s.index += moved(s.y, y, GHOSTS_Y, up) * HALF_X;
    s.y = y;
    s.parity ^= 1u;
    s.in_other = !s.in_other;
  } else if (mu == 2) {
    const uint z = stepped(s.z, LZ, up);
    s.index += moved(s.z, z, GHOSTS_Z, up) * (HALF_X * BOX_Y);
    s.z = z;
    s.parity ^= 1u;
    s.in_other = !s.in_other;
  } else {
    const uint t = stepped(s.t, LT, up);
    s.index += moved(s.t, t, GHOSTS_T, up) * (HALF_X * BOX_Y * BOX_Z);
    s.t = t;
    s.parity ^= 1u;
    s.in_other = !s.in_other;
  }
  return s;
}

Site up(Site s, uint mu) { return step(s, mu, true); }
Site down(Site s, uint mu) { return step(s, mu, false); }

/// Returns the change of a site's number by up to two steps along a direction. Steps along different
/// directions add up.
uint shift(Site s, uint mu, int steps) {
  Site to = step(s, mu, steps > 0);
  if (steps == 2 || steps == -2) to = step(to, mu, steps > 0);
  return to.index - s.index;
}

/// Returns the site many steps up.
Site leap(Site s, uint mu, uint steps) {
  const uint here = s.in_other ? s.parity ^ 1u : s.parity;
  uvec4 c = uvec4(s.x, s.y, s.z, s.t);
  c[mu] = (c[mu] + steps) % extent(mu);
  return site_of(c, here);
}

/// Returns the boundary sign of a fermion on the link from s to s + mu.
real boundary_sign(Site s, uint mu) {
  bool wraps;
  int sign;
  if (mu == 0) {
    wraps = s.x == LX - 1;
    sign = BOUNDARY_X;
  } else if (mu == 1) {
    wraps = s.y == LY - 1;
    sign = BOUNDARY_Y;
  } else if (mu == 2) {
    wraps = s.z == LZ - 1;
    sign = BOUNDARY_Z;
  } else {
    wraps = s.t == LT - 1;
    sign = BOUNDARY_T;
  }
  return wraps ? real(sign) : real(1);
}
