// The even-odd operator of clover quarks, with or without a twisted mass, on a device.
#pragma once

#include "cpu/clover_operator.hpp"
#include "fermion/spinor_operator.hpp"
#include "kernels/clover_force.hpp"

namespace glueball {

/// Mhat = T_ee - kappa^2 H_eo T_oo^-1 H_oe on the even sites: the asymmetric cpu::CloverOperator. With
/// a twist the inverse is applied as (T - i mubar gamma5) (T_0^2 + mubar^2)^-1, where T_0 is the hermitian
/// part of T. So all blocks on the device are hermitian.
///
/// Blocks are copied from the host's operator, or made on the device by links_changed(), as molecular
/// dynamics needs. The latter is in single or double precision and needs T_0 > 0, which holds on links that
/// are not too rough.
class CloverOperator : public SpinorOperator {
 public:
  /// Copies the blocks of `exact`, which must have been made from the links that are in `u`.
  CloverOperator(const DeviceLattice& lattice, const GaugeField& u, const cpu::CloverOperator& exact);

  CloverOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double csw, double mu,
                 const Boundary& boundary = kAntiperiodicInTime, bool exponential = false);

  /// Makes the matrix in a shorter precision than `longer`, which must outlive it. links_changed(), called
  /// after that of `longer`, converts the blocks.
  CloverOperator(const DeviceLattice& lattice, const GaugeField& u, const CloverOperator& longer);

  /// Makes the blocks on the device, or converts those of the longer precision.
  void links_changed() override;
  void even_odd(const SpinorField& in, SpinorField& out, bool dagger = false) override;
  void normal_root(const SpinorField& in, SpinorField& middle, Partials& partials,
                   const CgScalars& scalars) override;
  void normal_residual(const SpinorField& in, const SpinorField& middle, SpinorField& r, Partials& partials,
                       const CgScalars& scalars) override;
  double normal_flops() const override;
  void odd_half(const SpinorField& even, SpinorField& odd, bool dagger) const override;
  std::unique_ptr<FermionOperator> at_precision(const DeviceLattice& lattice,
                                                const GaugeField& u) const override;
  void apply(Parity target, const SpinorField& this_parity, const SpinorField& other_parity, SpinorField& out,
             bool dagger = false) override;
  void prepare(const SpinorField& b_even, const SpinorField& b_odd, SpinorField& source) override;
  void reconstruct(const SpinorField& b_odd, const SpinorField& x_even, SpinorField& x_odd) override;
  /// Includes the twist in T. The result is not finite if a pivot of an inverse made on the device vanishes.
  double log_det(GlobalSums& sums) override;
  /// Returns the hermitian part of (T + i mubar gamma5)^-1 on the odd sites, after links_changed().
  const ChiralField& odd_inverse() const {
    return odd_hermitian_inverse_ ? *odd_hermitian_inverse_ : inverse_odd_;
  }
  /// Requires blocks that are made on the device.
  void derivative(MomentumField& p, double eps, const SpinorField& y, const SpinorField& x,
                  double log_det_weight = 0) override;
  void make_room_for_derivative() override;

 private:
  bool twisted() const { return mubar_ != 0; }
  /// Computes the field strength of one parity in strength_.
  void make_strength(Parity this_parity);
  /// Computes 1 - kappa c_sw sigma F of one parity.
  void make_linear(Parity this_parity, ChiralField& t);
  /// Computes the hermitian part of T of one parity, or its inverse, which only the exponential term has
  /// here.
  void make_term(Parity this_parity, ChiralField& t, bool inverse = false);
  /// Computes (T + i mubar gamma5)^-1 psi on the odd sites, or of the adjoint. With a twist `middle` is
  /// overwritten.
  void invert_odd(const SpinorField& psi, SpinorField& middle, SpinorField& out, bool dagger) const;
  /// Returns T on the odd sites, made at the first call.
  const ChiralField& odd_term();

  /// Computes T_oo^-1 H_oe in, or (T_oo^+)^-1 (H^+)_oe in, in one of the fields below.
  const SpinorField& from_odd(const SpinorField& in, bool dagger);
  args::WilsonDslashArgs<double> to_even(bool dagger) const;
  void even_odd_sum(const SpinorField& in, SpinorField& out, bool residual, Partials& partials,
                    const CgScalars& scalars);

  const CloverOperator* longer_ = nullptr;  ///< the source of converted blocks
  double mubar_, csw_ = 0;
  bool exponential_ = false;
  ChiralField even_, inverse_odd_;
  /// T on the odd sites: with a twist, or once M on all sites is asked for.
  std::optional<ChiralField> odd_term_;
  bool odd_term_follows_ = false;  ///< true if odd_term_ is that of the present links
  /// For blocks made on the device: the field strength of one parity and, with a twist, T (T^2 + mubar^2)^-1.
  std::optional<ParityTensors> strength_;
  std::optional<ChiralField> odd_hermitian_inverse_;
  /// For the exponential term: 1 - kappa c_sw sigma F, or a product in a derivative.
  std::optional<ChiralField> linear_;
  SpinorField odd_;
  mutable SpinorField turned_;
  std::optional<TensorField> z_;  ///< for derivatives
};

}  // namespace glueball
