#include "fermion/hop_boundary.hpp"

namespace glueball {

HopBoundary::HopBoundary(const DeviceLattice& lattice) {
  const Boundary& b = lattice.options().boundary;
  if (b.signs_only()) return;
  flag = kernels::kPhases;
  const Complex x = b.wrapping_factor(0), y = b.wrapping_factor(1), z = b.wrapping_factor(2),
                t = b.wrapping_factor(3);
  wilson = {.phase_x_re = x.real(),
            .phase_x_im = x.imag(),
            .phase_y_re = y.real(),
            .phase_y_im = y.imag(),
            .phase_z_re = z.real(),
            .phase_z_im = z.imag(),
            .phase_t_re = t.real(),
            .phase_t_im = t.imag()};
}

}  // namespace glueball
