// Updates of the links of one direction, parity and colour that need their staples.
ARGUMENT_STRUCT(OverrelaxArgs) {
  uint parity;
  uint color;  // see lib/coloring.glsl; of no meaning without rectangles
  real c0;    // factor of the plaquette's staples, any common factor apart
  real c1;    // the same of the rectangles'
  uint frozen_every;  // links in space at t = frozen_at mod frozen_every stay; none where this is 0
  uint frozen_at;
};
