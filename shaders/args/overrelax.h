// Updates of the links of one direction, parity and colour that need their staples.
ARGUMENT_STRUCT(OverrelaxArgs) {
  uint parity;
  uint color;  // see lib/coloring.glsl; unused without rectangles
  real c0;  // factor of the plaquettes' staples, up to a common factor
  real c1;  // factor of the rectangles' staples, likewise
  uint frozen_every;  // links in space at t = frozen_at mod frozen_every stay fixed; 0: none
  uint frozen_at;
};
