// Updates of the links of one direction, parity and colour that need their staples.
struct OverrelaxArgs {
  uint parity;
  uint color;  // see lib/coloring.glsl; of no meaning without rectangles
  float c0;    // factor of the plaquette's staples, any common factor apart
  float c1;    // the same of the rectangles'
};
