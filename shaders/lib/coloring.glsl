// Colours of links of one direction; links of one colour and parity may change at once. A plaquette contains
// links mu at x and x +- nu, which differ in parity. A 2 x 1 rectangle also contains x and x +- 2 nu, x and x
// +- mu +- nu. Within a parity these differ in the colour below, since one step or two along a transverse
// direction change the sum. If an extent is no multiple of four, the count of its coordinate skips a number
// halfway. It steps by two there and on wrapping, never twice in a row, so every even extent from 4 on works.
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

/// Returns true for a spatial link of a time slice that stays fixed.
bool is_frozen(Site s, uint mu, uint every, uint at) {
  return every != 0 && mu < 3 && s.t % max(every, 1u) == at;
}
