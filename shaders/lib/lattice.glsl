// Coordinates, checkerboard numbering, neighbours and boundary signs. Extents are specialisation constants:
// the driver folds them into the code, which is faster than a table or a uniform.
#extension GL_EXT_control_flow_attributes : require

layout(constant_id = CONSTANT_EXTENT_X) const uint LX = 4;
layout(constant_id = CONSTANT_EXTENT_Y) const uint LY = 4;
layout(constant_id = CONSTANT_EXTENT_Z) const uint LZ = 4;
layout(constant_id = CONSTANT_EXTENT_T) const uint LT = 4;
// Sign of a fermion on wrapping in x, y, z, t: 1 periodic, -1 antiperiodic.
layout(constant_id = CONSTANT_BOUNDARY_X) const int BOUNDARY_X = 1;
layout(constant_id = CONSTANT_BOUNDARY_Y) const int BOUNDARY_Y = 1;
layout(constant_id = CONSTANT_BOUNDARY_Z) const int BOUNDARY_Z = 1;
layout(constant_id = CONSTANT_BOUNDARY_T) const int BOUNDARY_T = -1;

const uint HALF_X = LX / 2;
const uint SITES = HALF_X * LY * LZ * LT;  // of one parity

struct Site {
  uint index;  // among the sites of its parity: ((t*LZ + z)*LY + y)*HALF_X + x/2
  uint parity;
  uint x, y, z, t;
  bool there;  // an odd number of steps from where it started: its links are in the other half
};

Site site_at(uint index, uint parity) {
  Site s;
  s.index = index;
  s.parity = parity;
  s.there = false;
  const uint half_x = index % HALF_X;
  index /= HALF_X;
  s.y = index % LY;
  index /= LY;
  s.z = index % LZ;
  s.t = index / LZ;
  s.x = 2 * half_x + ((s.y + s.z + s.t + parity) & 1u);
  return s;
}

uint extent(uint mu) { return mu == 0 ? LX : mu == 1 ? LY : mu == 2 ? LZ : LT; }

/// The site at coordinates (x, y, z, t); its links are here where its parity is `parity`.
Site site_of(uvec4 c, uint parity) {
  Site s;
  s.index = ((c.w * LZ + c.z) * LY + c.y) * HALF_X + c.x / 2;
  s.parity = (c.x + c.y + c.z + c.w) & 1u;
  s.x = c.x;
  s.y = c.y;
  s.z = c.z;
  s.t = c.w;
  s.there = s.parity != parity;
  return s;
}

/// Lexicographic number, the one that random numbers are counted by.
uint global_index(Site s) { return ((s.t * LZ + s.z) * LY + s.y) * LX + s.x; }

// One step along a direction: `up` adds one to the coordinate, otherwise one is taken away.
Site step_x(Site s, bool up) {
  const uint odd = s.x & 1u;
  if (up) {
    const bool wraps = s.x == LX - 1;
    s.index += wraps ? 1u - HALF_X : odd;  // an even x shares its number with x + 1
    s.x = wraps ? 0 : s.x + 1;
  } else {
    const bool wraps = s.x == 0;
    s.index -= wraps ? 1u - HALF_X : 1u - odd;
    s.x = wraps ? LX - 1 : s.x - 1;
  }
  s.parity ^= 1u;
  s.there = !s.there;
  return s;
}

uint stepped(uint coordinate, uint extent, bool up) {
  return up ? (coordinate == extent - 1 ? 0 : coordinate + 1)
            : (coordinate == 0 ? extent - 1 : coordinate - 1);
}

// One exit a function throughout lib/: spirv-opt inlines only those, and unrolled kernels then have no branch
// left.
Site step(Site s, uint mu, bool up) {
  if (mu == 0) {
    s = step_x(s, up);
  } else if (mu == 1) {
    const uint y = stepped(s.y, LY, up);
    s.index += (y - s.y) * HALF_X;
    s.y = y;
    s.parity ^= 1u;
    s.there = !s.there;
  } else if (mu == 2) {
    const uint z = stepped(s.z, LZ, up);
    s.index += (z - s.z) * (HALF_X * LY);
    s.z = z;
    s.parity ^= 1u;
    s.there = !s.there;
  } else {
    const uint t = stepped(s.t, LT, up);
    s.index += (t - s.t) * (HALF_X * LY * LZ);
    s.t = t;
    s.parity ^= 1u;
    s.there = !s.there;
  }
  return s;
}

Site up(Site s, uint mu) { return step(s, mu, true); }
Site down(Site s, uint mu) { return step(s, mu, false); }

/// What up to two steps along a direction add to the number of a site. Steps along different directions
/// simply add up.
uint shift(Site s, uint mu, int steps) {
  Site to = step(s, mu, steps > 0);
  if (steps == 2 || steps == -2) to = step(to, mu, steps > 0);
  return to.index - s.index;
}

/// Many steps up at once.
Site leap(Site s, uint mu, uint steps) {
  const uint here = s.there ? s.parity ^ 1u : s.parity;
  uvec4 c = uvec4(s.x, s.y, s.z, s.t);
  c[mu] = (c[mu] + steps) % extent(mu);
  return site_of(c, here);
}

/// The sign a fermion takes on the link from s to s + mu.
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
