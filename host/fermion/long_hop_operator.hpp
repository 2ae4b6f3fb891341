// What staggered quarks with hops over one link and over three have in common on a device.
#pragma once

#include "fermion/colour_operator.hpp"
#include "kernels/naik.hpp"
#include "lattice/hop_coefficients.hpp"

namespace glueball {

/// A = m^2 - D_eo D_oe on the even sites: reference::NaikOperator. Which links are hopped over, derived
/// classes say.
class LongHopOperator : public ColourOperator {
 public:
  /// Layers of the neighbours' sites, of links as of fields, on a lattice that is split.
  static constexpr int kLayers = 3;
  int layers() const override { return kLayers; }

  /// Throws Error(bad_value) as Boundary::check does.
  LongHopOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, const Boundary& boundary,
                  const HopCoefficients& c)
      : ColourOperator(lattice, u, mass, boundary), c_(c) {}

  void hop(Parity target, const ColourField& in, ColourField& out) const override;
  void hop_derivative(int k, Parity target, const ColourField& in, ColourField& out) const override;
  Hops hops() const override;
  /// As StaggeredOperator has them, where the device binds so many fields.
  bool has_fused() const override;
  void normal_root(const ColourField& in, ColourField& middle, Partials& partials,
                   const CgScalars& scalars) override;
  void normal_residual(const ColourField& in, const ColourField& middle, ColourField& r, Partials& partials,
                       const CgScalars& scalars) override;
  void make_room_for_derivative() override;
  void begin_squares() override { first_ = 0; }
  void finish_squares(MomentumField& p) override;

 protected:
  const HopCoefficients& coefficients() const { return c_; }
  /// What is hopped over, fields of one storage and precision. Near links may be stored times a number.
  struct Links {
    const GaugeField &near, &far;
    double near_scale = 1;
  };
  virtual Links hopped() const = 0;
  /// Carries the derivative with respect to the links that are hopped over to those that they were made of,
  /// U, dS = Re sum Tr dU z; both may be left with something. Returns which of them has it, or another.
  virtual const MatrixField& carried(MatrixField& by_near, MatrixField& by_far) = 0;

 private:
  void add_hop(Parity target, double a, const ColourField& x, double b, const ColourField& psi,
               ColourField& out) const override;
  double hop_flops() const override { return kernels::NaikDslash::kFlops; }
  void square_derivative(MomentumField& p, double weight, const ColourField& even,
                         const ColourField& odd) override;
  /// out = a x + b D psi; `longer`: what hops over three links are multiplied by besides.
  void run(std::uint32_t flags, Parity target, double a, const ColourField& x, double b,
           const ColourField& psi, ColourField& out, double longer = 1) const;
  void hop_sum(Parity target, double b, const ColourField& psi, const ColourField& x, ColourField& out,
               Partials& partials, const CgScalars& scalars, std::uint32_t flags);
  /// z = coefficient times the derivative of 2 Re even^+ D_eo odd with respect to the links of hops over one
  /// link, or (HopOuter::kThree) over three.
  void outer(std::uint32_t flags, double coefficient, const ColourField& even, const ColourField& odd,
             MatrixField& z) const;

  HopCoefficients c_;
  std::optional<MatrixField> by_near_, by_far_;  ///< derivatives of a sum of squares over the first weight,
  double first_ = 0;                             ///< which is this; 0: there is none yet
};

}  // namespace glueball
