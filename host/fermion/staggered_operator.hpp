// The even-odd operator of naive staggered quarks on a device.
#pragma once

#include <optional>

#include "fermion/fermion_operator.hpp"
#include "kernels/fermion.hpp"

namespace glueball {

/// A = m^2 - D_eo D_oe on the even sites, hermitian and positive: reference::StaggeredOperator.
class StaggeredOperator : public FermionOperator<ColourField> {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  StaggeredOperator(const DeviceLattice& lattice, const GaugeField& u, double mass,
                    const Boundary& boundary = kAntiperiodicInTime);

  double mass() const { return mass_; }
  /// From now on the matrix is that of another mass: several share its links.
  void set_mass(double mass) { mass_ = mass; }

  /// out = D in, from the other parity to `target`.
  void hop(Parity target, const ColourField& in, ColourField& out) const;
  /// A, which is its own adjoint.
  void even_odd(const ColourField& in, ColourField& out, bool dagger = false) override;
  /// The same; `middle` is left alone.
  void normal(const ColourField& in, ColourField& middle, ColourField& out) override;
  bool has_root() const override { return false; }
  /// |D_oe p|^2 + m^2 |p|^2 = <p, A p> is the sum of the first hop, the residual goes with the second.
  bool has_fused() const override { return lattice().options().fused; }
  void normal_root(const ColourField& in, ColourField& middle, Partials& partials,
                   const CgScalars& scalars) override;
  void normal_residual(const ColourField& in, const ColourField& middle, ColourField& r, Partials& partials,
                       const CgScalars& scalars) override;
  double normal_flops() const override;

  std::unique_ptr<FermionOperator> beside(const DeviceLattice& lattice, const GaugeField& u) const override;
  void apply(Parity target, const ColourField& here, const ColourField& there, ColourField& out,
             bool dagger = false) override;
  /// source = m b_e - D_eo b_o
  void prepare(const ColourField& b_even, const ColourField& b_odd, ColourField& source) override;
  /// The same.
  void prepare_normal(const ColourField& b_even, const ColourField& b_odd, ColourField& middle,
                      ColourField& source) override;
  /// x_o = (b_o - D_oe x_e) / m
  void reconstruct(const ColourField& b_odd, const ColourField& x_even, ColourField& x_odd) override;
  void derivative(MomentumField& p, double eps, const ColourField& y, const ColourField& x,
                  double log_det_weight = 0) override;
  void make_room_for_derivative() override;

 private:
  /// out = a x + b D psi at the sites of `target`.
  void add_hop(Parity target, double a, const ColourField& x, double b, const ColourField& psi,
               ColourField& out) const;
  /// p += eps * force of dS = -Re x^+ dA x.
  void square_derivative(MomentumField& p, double eps, const ColourField& x);
  void hop_sum(Parity target, double b, const ColourField& psi, const ColourField& x, ColourField& out,
               Partials& partials, const CgScalars& scalars, std::uint32_t flags);

  const GaugeField& u_;
  double mass_;
  HopBoundary boundary_;
  ColourField odd_;
  std::optional<ColourField> sum_;  ///< of two fields in a derivative
};

}  // namespace glueball
