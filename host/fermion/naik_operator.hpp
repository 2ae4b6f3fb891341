// The even-odd operator of staggered quarks with Naik's term on a device.
#pragma once

#include "fermion/colour_operator.hpp"
#include "kernels/naik.hpp"
#include "lattice/hop_coefficients.hpp"

namespace glueball {

/// A = m^2 - D_eo D_oe on the even sites: reference::NaikOperator. The long links are a field of its own,
/// made of the links by links_changed().
class NaikOperator : public ColourOperator {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  NaikOperator(const DeviceLattice& lattice, const GaugeField& u, double mass,
               const Boundary& boundary = kAntiperiodicInTime, const HopCoefficients& c = {})
      : ColourOperator(lattice, u, mass, boundary), c_(c), long_(lattice, u.format()) {}

  void links_changed() override { kernels::LongLinks::run_all(lattice(), links(), long_); }
  void hop(Parity target, const ColourField& in, ColourField& out) const override;
  std::unique_ptr<FermionOperator> beside(const DeviceLattice& lattice, const GaugeField& u) const override;
  void make_room_for_derivative() override;

 private:
  void add_hop(Parity target, double a, const ColourField& x, double b, const ColourField& psi,
               ColourField& out) const override;
  double hop_flops() const override { return kernels::NaikDslash::kFlops; }
  void square_derivative(MomentumField& p, double eps, const ColourField& even,
                         const ColourField& odd) override;
  kernels::NaikDslash::Args arguments(Parity target, double a, double b) const;
  /// z = coefficient times the derivative of 2 Re even^+ D_eo odd with respect to the links of hops over one
  /// link, or (HopOuter::kThree) over three.
  void outer(std::uint32_t flags, double coefficient, const ColourField& even, const ColourField& odd,
             MatrixField& z) const;

  HopCoefficients c_;
  GaugeField long_;
  std::optional<MatrixField> by_links_, by_long_links_;  ///< derivatives
};

}  // namespace glueball
