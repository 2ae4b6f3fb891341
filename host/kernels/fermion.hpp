// Kernels of Wilson fermions.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// out = a x + b H psi at one parity's sites. u_here, u_there, psi (other parity), x, out.
struct WilsonDslash : Kernel<"fermion/wilson_dslash", Shape::sites, args::WilsonDslashArgs<double>, In<GaugeHalf>,
                             In<GaugeHalf>, In<SpinorField>, In<SpinorField>, Out<SpinorField>> {
  static constexpr std::uint32_t kDagger = 1;  ///< flag: H^+ instead of H
  static constexpr std::uint32_t kAddX = 2;    ///< flag: there is a term a x
  /// Per site: 8 projections (two of them, in time, without additions: counted as the field does), 8 SU(3) times half
  /// spinor, 7 additions of spinors.
  static constexpr double kFlops = 1320;
  /// Least bytes per site: 8 links of `reals`, each spinor read once and written once.
  static constexpr double bytes(int reals) { return 4.0 * (8 * reals + 2 * 24); }
};
/// Weight exp(-eta^+ eta).
using GaussianSpinor = Kernel<"fermion/gaussian_spinor", Shape::sites, args::RandomArgs, Out<SpinorField>>;
/// p += coefficient * h(W), coefficient = eps kappa. u_here, x_here, x_there, y_here, y_there, momenta.
using FermionForce = Kernel<"md/fermion_force", Shape::sites, args::ScaledArgs<double>, In<GaugeHalf>, In<SpinorField>,
                            In<SpinorField>, In<SpinorField>, In<SpinorField>, InOut<MomentumHalf>>;

}  // namespace glueball::kernels
