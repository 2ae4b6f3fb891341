// What staggered quarks with any hops have in common on a device.
#pragma once

#include <optional>

#include "fermion/fermion_operator.hpp"
#include "kernels/hop_boundary.hpp"

namespace glueball {

/// Quarks with M = m + D, D anti-hermitian and from one parity to the other: A = m^2 - D_eo D_oe on the even
/// sites is hermitian and positive by itself. What D is, derived classes say.
class ColourOperator : public FermionOperator<ColourField> {
 public:
  /// Throws Error(bad_value) as Boundary::check does.
  ColourOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, const Boundary& boundary);

  double mass() const { return mass_; }
  /// From now on the matrix is that of another mass: several share its links.
  void set_mass(double mass) { mass_ = mass; }

  /// out = D in, from the other parity to `target`.
  virtual void hop(Parity target, const ColourField& in, ColourField& out) const = 0;
  /// out = d^k D / dmu^k in at mu = 0, k > 0, from the other parity to `target`: exp(mu) is on links forwards
  /// in time, exp(-mu) backwards, exp(+-3 mu) on hops over three (P. Hasenfratz and F. Karsch, Phys. Lett.
  /// B125 (1983) 308).
  virtual void hop_derivative(int k, Parity target, const ColourField& in, ColourField& out) const = 0;
  /// A, which is its own adjoint.
  void even_odd(const ColourField& in, ColourField& out, bool dagger = false) override;
  /// The same; `middle` is left alone.
  void normal(const ColourField& in, ColourField& middle, ColourField& out) override;
  bool has_root() const override { return false; }
  double normal_flops() const override;

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
  void make_room_for_derivative() override {}
  std::unique_ptr<MultiMatrix<ColourField>> for_several(std::uint32_t count) const override;

  /// What D is made of: one D_1 of the near links and three D_3 of the far ones (kernels::NaikDslash), which
  /// are null where there are no such hops. Links of one storage and precision.
  struct Hops {
    const GaugeField& near;
    const GaugeField* far = nullptr;
    double one = 0.5, three = 0;
  };
  virtual Hops hops() const = 0;
  const HopBoundary& boundary() const { return boundary_; }

  /// The derivative of a sum, p += sum_i weight_i * force of dS = -x_i^+ dA x_i, x_i on the even sites: where
  /// links were made of others, the way back through them is gone once for all terms (Bazavov et al.,
  /// 1004.0342, appendix). The momenta may be changed by each of the three.
  virtual void begin_squares() {}
  void add_square(MomentumField& p, double weight, const ColourField& x);
  virtual void finish_squares(MomentumField& /*p*/) {}

 protected:
  const GaugeField& links() const { return u_; }
  /// out = a x + b D psi at the sites of `target`.
  virtual void add_hop(Parity target, double a, const ColourField& x, double b, const ColourField& psi,
                       ColourField& out) const = 0;
  /// Operations of a hop to a site.
  virtual double hop_flops() const = 0;
  /// A term of such a sum, dS = -2 Re even^+ dD_eo odd with odd = D_oe even: dS = -even^+ dA even. To the
  /// momenta, or to what finish_squares adds to them.
  virtual void square_derivative(MomentumField& p, double weight, const ColourField& even,
                                 const ColourField& odd) = 0;

 private:
  const GaugeField& u_;
  double mass_;
  HopBoundary boundary_;
  ColourField odd_;
  std::optional<ColourField> sum_;  ///< of two fields in a derivative
};

}  // namespace glueball
