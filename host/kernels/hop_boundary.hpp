// The boundary conditions of fermions in the form that hop kernels take.
#pragma once

#include "field/device_lattice.hpp"
#include "kernels/arguments.hpp"
#include "lattice/boundary.hpp"

namespace glueball {

/// Flags and arguments of hops for a boundary condition. Kernels apply signs and phases only on links that
/// wrap around the lattice. Every boundary condition is converted to this form by Boundary::wrapped.
struct HopBoundary {
  /// The flag of every hop for phases, which are in the arguments.
  static constexpr std::uint32_t kPhases = 8;

  /// Throws Error(bad_value) as Boundary::check does.
  HopBoundary(const Geometry& geometry, const Boundary& boundary);

  Boundary wrapped;         ///< the equivalent boundary condition that is applied
  std::uint32_t flags = 0;  ///< signs (DeviceLattice::kNegativeX) and kPhases

  /// Returns arguments with the phases and zeros otherwise: WilsonDslashArgs, StaggeredDslashArgs or
  /// HopForceArgs.
  template <class Arguments>
  Arguments arguments() const {
    Arguments a{};
    if ((flags & kPhases) == 0) return a;
    a.phase_x_re = phase_[0].real();
    a.phase_x_im = phase_[0].imag();
    a.phase_y_re = phase_[1].real();
    a.phase_y_im = phase_[1].imag();
    a.phase_z_re = phase_[2].real();
    a.phase_z_im = phase_[2].imag();
    a.phase_t_re = phase_[3].real();
    a.phase_t_im = phase_[3].imag();
    return a;
  }

 private:
  std::array<Complex, kDirections> phase_{};
};

}  // namespace glueball
