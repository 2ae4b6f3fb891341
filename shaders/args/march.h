// A picture of a periodic box of points. Lengths are in steps of its grid; the box is [0, extent] in each
// direction. The ray of pixel (i, j) starts at `eye` along forward + u right + v up, u = 2 (i + 1/2) / width
// - 1, v = 1 - 2 (j + 1/2) / height.
struct MarchArgs {
  uint width;
  uint height;
  uint extent_x;
  uint extent_y;
  uint extent_z;
  uint background;  // value of a background pixel
  uint box;  // pixel value of the box's edges; 0: none
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
  float spacing;  // lattice spacing, in steps of the grid
  float range;  // field value that has the last colour
  float threshold;  // threshold as a fraction of range
  float opacity;
  float plane_x;  // positions of slices, in steps of the grid; negative: no slice
  float plane_y;
  float plane_z;
};
