// The common base of staggered operators with hops over one and three links.
#pragma once

#include "fermion/colour_operator.hpp"
#include "kernels/naik.hpp"
#include "lattice/fat_links.hpp"

namespace glueball {

/// A = m^2 - D_eo D_oe on the even sites, as in cpu::NaikOperator. Derived classes define the links.
class LongHopOperator : public ColourOperator {
 public:
  /// Layers of the neighbours' sites on a split lattice, for links and for fields.
  static constexpr int kLayers = 3;
  int layers() const override { return kLayers; }

  /// Throws Error(bad_value) as Boundary::check does.
  LongHopOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, const Boundary& boundary,
                  const HopCoefficients& c)
      : ColourOperator(lattice, u, mass, boundary), c_(c) {}

  void hop(Parity target, const ColourField& in, ColourField& out) const override;
  void hop_derivative(int k, Parity target, const ColourField& in, ColourField& out) const override;
  Hops hops() const override;
  /// Returns true as StaggeredOperator does, if the device binds so many fields.
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
  /// The links of the hops, of one storage and precision. Near links may be stored multiplied by a number.
  struct Links {
    const GaugeField &near, &long_links;
    double near_scale = 1;
  };
  virtual Links hopped() const = 0;
  /// Applies the chain rule from the links of the hops to the links U that they were made of, dS = Re sum Tr
  /// dU z. Both arguments may be overwritten. Returns the field with the result.
  virtual const MatrixField& carried(MatrixField& by_near, MatrixField& by_long) = 0;

 private:
  void add_hop(Parity target, double a, const ColourField& x, double b, const ColourField& psi,
               ColourField& out) const override;
  double hop_flops() const override { return kernels::NaikDslash::kFlops; }
  void square_derivative(MomentumField& p, double weight, const ColourField& even,
                         const ColourField& odd) override;
  /// Computes out = a x + b D psi; `longer` is an extra factor of hops over three links.
  void run(std::uint32_t flags, Parity target, double a, const ColourField& x, double b,
           const ColourField& psi, ColourField& out, double longer = 1) const;
  void hop_sum(Parity target, double b, const ColourField& psi, const ColourField& x, ColourField& out,
               Partials& partials, const CgScalars& scalars, std::uint32_t flags);
  /// Computes z = coefficient times the derivative of 2 Re even^+ D_eo odd with respect to the links of hops
  /// over one link, or (HopOuter::kThree) over three.
  void outer(std::uint32_t flags, double coefficient, const ColourField& even, const ColourField& odd,
             MatrixField& z) const;

  HopCoefficients c_;
  /// derivatives of a sum of squares, divided by the first weight
  std::optional<MatrixField> by_near_, by_long_;
  double first_ = 0;  ///< the first weight; 0: there is none yet
};

}  // namespace glueball
