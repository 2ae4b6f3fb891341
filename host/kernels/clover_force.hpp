// Kernels of the clover term's matrices and of forces through it.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball {

/// Six hermitian matrices a site of one parity, one for each plane of the lattice: see
/// shaders/lib/tensor_field.glsl.
class ParityTensors : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 18;
  explicit ParityTensors(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};
using TensorField = BothParities<ParityTensors>;

namespace kernels {

/// Computes the field strength of all planes at one parity's sites. Fields: u_this, u_other, F.
using FieldStrength = Kernel<"fermion/field_strength", Shape::sites, args::SiteArgs, In<ParityLinks>,
                             In<ParityLinks>, Out<ParityTensors>>;
/// T = 1 - a sigma F with a = kappa c_sw. Fields: F, T.
using CloverBlocks = Kernel<"fermion/clover_blocks", Shape::sites, args::LinearArgs<double>,
                            In<ParityTensors>, Out<ChiralField>>;
/// Computes T^-1 of a positive T. Fields: T, result.
using ChiralInverse =
    Kernel<"fermion/chiral_inverse", Shape::sites, args::RealsArgs, In<ChiralField>, Out<ChiralField>>;
/// Sums log |det T|, first pass with one component.
using ChiralDeterminant =
    Kernel<"fermion/chiral_determinant", Shape::blocks, args::RealsArgs, In<ChiralField>, Out<Partials>>;
/// result = x y + a for matrices that commute. Fields: x, y, result.
using ChiralProduct = Kernel<"fermion/chiral_product", Shape::sites, args::LinearArgs<double>,
                             In<ChiralField>, In<ChiralField>, Out<ChiralField>>;
/// result = exp(a (T - 1)). Fields: T, result.
using ChiralExponential = Kernel<"fermion/chiral_exponential", Shape::sites, args::LinearArgs<double>,
                                 In<ChiralField>, Out<ChiralField>>;
/// z = a Tr_spin[sigma W], where W is the derivative of exp(T - 1) along the hermitian part of x y^+. Fields:
/// T, x, y, z.
using CloverOuterExponential =
    Kernel<"md/clover_outer_exponential", Shape::sites, args::LinearArgs<double>, In<ChiralField>,
           In<SpinorField>, In<SpinorField>, InOut<ParityTensors>>;
/// z = a Herm Tr_spin[sigma x y^+], or z += that (kAdd). Fields: x, y, z.
struct CloverOuter : Kernel<"md/clover_outer", Shape::sites, args::LinearArgs<double>, In<SpinorField>,
                            In<SpinorField>, InOut<ParityTensors>> {
  static constexpr std::uint32_t kAdd = 1;
};
/// z += a Tr_spin[sigma X]. Fields: X, z.
using CloverTrace =
    Kernel<"md/clover_trace", Shape::sites, args::LinearArgs<double>, In<ChiralField>, InOut<ParityTensors>>;
/// p += coefficient Re Tr[T_a W] with coefficient = eps / 4. Fields: u_this, u_other, z_this, z_other,
/// momenta.
struct CloverForce : Kernel<"md/clover_force", Shape::site_links, args::ScaledArgs<double>, In<ParityLinks>,
                            In<ParityLinks>, In<ParityTensors>, In<ParityTensors>, InOut<ParityMomenta>> {
  /// Updates the momenta of all links of one parity's sites.
  static void run_all(const DeviceLattice& lattice, Parity this_parity, double eps, const GaugeField& u,
                      const TensorField& z, MomentumField& p) {
    run(lattice, {.parity = std::uint32_t(this_parity), .coefficient = 0.25 * eps}, u[this_parity],
        u[other(this_parity)], z[this_parity], z[other(this_parity)], p[this_parity]);
  }
};

}  // namespace kernels
}  // namespace glueball
