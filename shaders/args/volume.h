// A scalar on the points of space: the combination weight_x ... weight_w of a density's four components, at
// time slices `first` and `second` with weights that add up to one.
struct VolumeArgs {
  uint first;
  uint second;
  float first_weight;
  float second_weight;
  float weight_x;
  float weight_y;
  float weight_z;
  float weight_w;
};
