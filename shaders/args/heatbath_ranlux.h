// Heatbath of the links of one direction, parity and colour.
ARGUMENT_STRUCT(HeatbathRanluxArgs) {
  uint parity;
  uint color;  // see lib/coloring.glsl; unused without rectangles
  uint skipped;  // skipped numbers of RANLUX, see lib/ranlux.glsl
  real c0;       // 2 beta / 3 times the coefficient of the plaquette
  real c1;       // 2 beta / 3 times the coefficient of the rectangle
};
