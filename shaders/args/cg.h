// Conjugate gradient: the stage of the scalar kernel, which adds `count` partial results.
ARGUMENT_STRUCT(CgArgs) {
  uint stage;  // 0 begin, 1 alpha from <p, A p>, 2 beta from the new |r|^2
  uint count;
  // the right-hand side of the first workgroup; the next workgroup has the next one's partial results
  uint first;
  real relative_target;  // stage 0: stop when |r| <= relative_target * |b|
};

// The scalars of a running conjugate gradient, which stay on the device. Sums are pairs of words
// (lib/reduce.glsl). The `groups` are the workgroup counts of an iteration's indirect dispatches. They are
// all zero once the solver has stopped, so that queued iterations cost nothing and change nothing. Each of
// several right-hand sides has its scalars; the first one's groups are common to all and zero once all have
// stopped.
ARGUMENT_STRUCT(CgControl) {
  uint rr_low;
  uint rr_high;
  uint target_low;
  uint target_high;
  uint iteration;
  uint max_iterations;
  uint state;  // 0 running, 1 converged, 2 out of iterations, 3 broken down
  uint site_groups;
  uint site_groups_y;
  uint site_groups_z;
  uint hop_groups;
  uint hop_groups_y;
  uint hop_groups_z;
  uint texel_groups;
  uint texel_groups_y;
  uint texel_groups_z;
  uint sum_groups;
  uint sum_groups_y;
  uint sum_groups_z;
  uint scalar_groups;
  uint scalar_groups_y;
  uint scalar_groups_z;
  uint interior_groups;  // for hops over part of a domain
  uint interior_groups_y;
  uint interior_groups_z;
  uint boundary_groups;
  uint boundary_groups_y;
  uint boundary_groups_z;
  uint left;   // right-hand sides still running
  real alpha;  // last members: all others have the same offset in every precision
  real beta;
  real excess;  // |r|^2 / target
};
