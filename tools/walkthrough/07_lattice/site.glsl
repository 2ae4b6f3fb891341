// Sites of a four-dimensional periodic lattice: number to coordinates, coordinates to number, neighbours,
// parity.
layout(constant_id = 1) const uint LX = 4;
layout(constant_id = 2) const uint LY = 4;
layout(constant_id = 3) const uint LZ = 4;
layout(constant_id = 4) const uint LT = 4;
const uint VOLUME = LX * LY * LZ * LT;

/// Lexicographic: x runs fastest.
uint number_of(uvec4 s) { return ((s.w * LZ + s.z) * LY + s.y) * LX + s.x; }
uvec4 site_of(uint n) { return uvec4(n % LX, n / LX % LY, n / (LX * LY) % LZ, n / (LX * LY * LZ)); }

uint parity_of(uvec4 s) { return (s.x + s.y + s.z + s.w) & 1u; }

/// Checkerboard: sites of one parity only. Of two neighbours along x one is even and one is odd: x / 2 tells
/// all.
uint half_number_of(uvec4 s) { return number_of(s) / 2; }
uvec4 half_site_of(uint n, uint parity) {
  uvec4 s = site_of(2 * n);
  s.x += (s.y + s.z + s.w + parity) & 1u;
  return s;
}

/// One step up or down along mu = 0, 1, 2, 3 = x, y, z, t; the lattice closes upon itself.
uvec4 up(uvec4 s, uint mu) {
  const uvec4 extent = uvec4(LX, LY, LZ, LT);
  s[mu] = s[mu] == extent[mu] - 1 ? 0 : s[mu] + 1;
  return s;
}
uvec4 down(uvec4 s, uint mu) {
  const uvec4 extent = uvec4(LX, LY, LZ, LT);
  s[mu] = s[mu] == 0 ? extent[mu] - 1 : s[mu] - 1;
  return s;
}
