// BiCGStab: the stage of the scalar kernel, which adds `count` partial results of each sum.
ARGUMENT_STRUCT(BiCgStabArgs) {
  // 0 begin, 1 alpha from <r0, v>, 2 omega from <t, s> and |t|^2, 3 beta from <r0, r> and |r|^2, 4 <r0, r> of
  // a residual that replaces the last search's, which stops as broken down if that cannot go on.
  uint stage;
  uint count;
  real relative_target;  // stage 0: stop when |r| <= relative_target * |b|
};

// The scalars of a running BiCGStab, which stay on the device. Group counts are as in CgControl, zero once it
// has stopped.
ARGUMENT_STRUCT(BiCgStabControl) {
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
  real rho_re;  // <r0, r>
  real rho_im;
  real alpha_re;
  real alpha_im;
  real omega_re;
  real omega_im;
  real beta_re;
  real beta_im;
};
