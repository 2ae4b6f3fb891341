// Factors of the four components of a density.
struct WeightArgs {
  float weight_x;
  float weight_y;
  float weight_z;
  float weight_w;
};
