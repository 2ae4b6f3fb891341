// Heatbath of the links of one direction, parity and colour.
ARGUMENT_STRUCT(HeatbathArgs) {
  uint parity;
  uint color;  // see lib/coloring.glsl; unused without rectangles
  real c0;    // 2 beta / 3 times the coefficient of the plaquette
  real c1;    // 2 beta / 3 times the coefficient of the rectangle
  uint seed_low;
  uint seed_high;
  uint step;
  uint stream;
  uint frozen_every;  // links in space at t = frozen_at mod frozen_every stay fixed; 0: none
  uint frozen_at;
};
