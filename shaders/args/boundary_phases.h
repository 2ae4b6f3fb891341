// The phases of a fermion on the links that wrap in x, y, z and t, if they are not signs: members of a hop's
// arguments (lib/boundary.glsl). HopBoundary of host/kernels/hop_boundary.hpp sets them.
#ifndef BOUNDARY_PHASES
#define BOUNDARY_PHASES \
  real phase_x_re;      \
  real phase_x_im;      \
  real phase_y_re;      \
  real phase_y_im;      \
  real phase_z_re;      \
  real phase_z_im;      \
  real phase_t_re;      \
  real phase_t_im;
#endif
