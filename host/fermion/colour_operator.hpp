// The common base of staggered operators on a device.
#pragma once

#include <optional>

#include "fermion/fermion_operator.hpp"
#include "kernels/hop_boundary.hpp"

namespace glueball {

/// Quarks with M = m + D, where D is anti-hermitian and connects the parities. A = m^2 - D_eo D_oe on the
/// even sites is hermitian and positive. Derived classes define D.
class ColourOperator : public FermionOperator<ColourField> {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  ColourOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, const Boundary& boundary);

  double mass() const { return mass_; }
  /// Sets the mass of the matrix; several masses share its links.
  void set_mass(double mass) { mass_ = mass; }

  /// Computes out = D in, from the other parity to `target`.
  virtual void hop(Parity target, const ColourField& in, ColourField& out) const = 0;
  /// Computes out = d^k D / dmu^k in at mu = 0, k > 0, from the other parity to `target`. exp(mu) multiplies
  /// links forwards in time, exp(-mu) backwards, exp(+-3 mu) hops over three (P. Hasenfratz and F. Karsch,
  /// Phys. Lett. B125 (1983) 308).
  virtual void hop_derivative(int k, Parity target, const ColourField& in, ColourField& out) const = 0;
  /// Applies A, which is its own adjoint.
  void even_odd(const ColourField& in, ColourField& out, bool dagger = false) override;
  /// Applies A; `middle` is unused.
  void normal(const ColourField& in, ColourField& middle, ColourField& out) override;
  bool has_root() const override { return false; }
  double normal_flops() const override;

  void apply(Parity target, const ColourField& this_parity, const ColourField& other_parity, ColourField& out,
             bool dagger = false) override;
  /// Computes source = m b_e - D_eo b_o.
  void prepare(const ColourField& b_even, const ColourField& b_odd, ColourField& source) override;
  /// Computes source = m b_e - D_eo b_o; `middle` is unused.
  void prepare_normal(const ColourField& b_even, const ColourField& b_odd, ColourField& middle,
                      ColourField& source) override;
  /// Computes x_o = (b_o - D_oe x_e) / m.
  void reconstruct(const ColourField& b_odd, const ColourField& x_even, ColourField& x_odd) override;
  void derivative(MomentumField& p, double eps, const ColourField& y, const ColourField& x,
                  double log_det_weight = 0) override;
  void make_room_for_derivative() override {}
  std::unique_ptr<MultiMatrix<ColourField>> for_several(std::uint32_t count) const override;

  /// The links of D: one D_1 over near links and three D_3 over long ones (kernels::NaikDslash), null if
  /// there are none. Both are of one storage and precision.
  struct Hops {
    const GaugeField& near;
    const GaugeField* long_links = nullptr;
    double one = 0.5, three = 0;
  };
  virtual Hops hops() const = 0;
  const HopBoundary& boundary() const { return boundary_; }

  /// The derivative of a sum: p += sum_i weight_i * force of dS = -x_i^+ dA x_i, x_i on the even sites. If
  /// links were made of others, the chain rule through them is applied once for all terms (Bazavov et al.,
  /// 1004.0342, appendix). Each of the three functions may change the momenta.
  virtual void begin_squares() {}
  void add_square(MomentumField& p, double weight, const ColourField& x);
  virtual void finish_squares(MomentumField& /*p*/) {}

 protected:
  const GaugeField& links() const { return u_; }
  /// Computes out = a x + b D psi at the sites of `target`.
  virtual void add_hop(Parity target, double a, const ColourField& x, double b, const ColourField& psi,
                       ColourField& out) const = 0;
  /// Returns the floating-point operations of a hop to a site.
  virtual double hop_flops() const = 0;
  /// Adds a term of such a sum, dS = -2 Re even^+ dD_eo odd with odd = D_oe even, so dS = -even^+ dA even. It
  /// is added to the momenta, or to the derivative that finish_squares adds to them.
  virtual void square_derivative(MomentumField& p, double weight, const ColourField& even,
                                 const ColourField& odd) = 0;

 private:
  const GaugeField& u_;
  double mass_;
  HopBoundary boundary_;
  ColourField odd_;
  std::optional<ColourField> sum_;  ///< sum of two fields in a derivative
};

}  // namespace glueball
