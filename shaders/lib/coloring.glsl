// Which links of one direction may change at once. A plaquette joins links mu at x and x +- nu, which differ
// in parity. A 2 x 1 rectangle also joins x and x +- 2 nu, x and x +- mu +- nu: within a parity those differ
// in the colour below, since neither one step nor two along a transverse direction leave the sum unchanged.
// Where an extent is no multiple of four the count of its coordinate skips a number halfway, and so it steps
// by two there and on wrapping, never twice in a row: every even extent from 4 on is fine.
const uint RECTANGLE_COLORS = 4;

uint color_count(uint coordinate, uint extent) {
  return coordinate + (extent % 4 == 2 && coordinate >= extent / 2 ? 1u : 0u);
}

uint rectangle_color(Site s, uint mu) {
  uint sum = 0;
  if (mu != 0) sum += color_count(s.x, LX);
  if (mu != 1) sum += color_count(s.y, LY);
  if (mu != 2) sum += color_count(s.z, LZ);
  if (mu != 3) sum += color_count(s.t, LT);
  return sum % RECTANGLE_COLORS;
}

/// Whether a link is one in space of the time slices that are left as they are.
bool is_frozen(Site s, uint mu, uint every, uint at) {
  return every != 0 && mu < 3 && s.t % max(every, 1u) == at;
}
