// Factors of the four components of a density, and the range of sites of a parity.
struct WeightArgs {
  float weight_x;
  float weight_y;
  float weight_z;
  float weight_w;
  uint first;
  uint count;
};
