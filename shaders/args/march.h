// A picture of a periodic box of points: lengths are in steps of its grid, the box is [0, extent] in each
// direction. The ray of pixel (i, j) goes from `eye` along forward + u right + v up, u = 2 (i + 1/2) / width
// - 1, v = 1 - 2 (j + 1/2) / height.
struct MarchArgs {
  uint width;
  uint height;
  uint extent_x;
  uint extent_y;
  uint extent_z;
  uint background;  // a pixel
  uint box;         // the colour of its edges as a pixel; 0: none
  float eye_x;
  float eye_y;
  float eye_z;
  float right_x;
  float right_y;
  float right_z;
  float up_x;
  float up_y;
  float up_z;
  float forward_x;
  float forward_y;
  float forward_z;
  float spacing;    // of the lattice, in steps of the grid
  float range;      // field that has the last colour
  float threshold;  // share of it
  float opacity;
  float plane_x;  // where slices are, in steps of the grid; negative: no such slice
  float plane_y;
  float plane_z;
};
