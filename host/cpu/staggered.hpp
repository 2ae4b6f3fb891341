// Naive staggered quarks and those with a Naik term on the CPU, in double precision.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cpu/even_odd_operator.hpp"
#include "lattice/boundary.hpp"
#include "lattice/colour_vector.hpp"
#include "lattice/configuration.hpp"
#include "lattice/fat_links.hpp"

namespace glueball::cpu {

/// Fields on both parities, indexed by int(Parity).
using FullColourField = std::array<ParityColourField, 2>;

/// Returns eta_mu: eta_x = 1, eta_y = (-1)^x, eta_z = (-1)^(x+y), eta_t = (-1)^(x+y+z).
int staggered_phase(const Site& s, int mu);

/// M = m + D, D chi(x) = 1/2 sum_mu eta_mu(x) [U_mu(x) chi(x+mu) - U_mu(x-mu)^+ chi(x-mu)] (Kogut and
/// Susskind, Phys. Rev. D11 (1975) 395), with the factors of the boundary in the links. D is anti-hermitian
/// and connects opposite parities, so that the matrix on the even sites is itself hermitian and positive:
/// Mhat = (M^+ M)_ee = m^2 - D_eo D_oe.
class StaggeredOperator : public EvenOddOperator<ParityColourField> {
 public:
  /// Copies the links, with phases and boundary. Throws Error(bad_value) as Boundary::check does.
  StaggeredOperator(const Configuration& u, double mass, const Boundary& boundary = kAntiperiodicInTime);

  const Geometry& geometry() const override { return geometry_; }
  double mass() const { return mass_; }
  /// Changes the mass, so that several masses share one copy of the links.
  void set_mass(double mass) { mass_ = mass; }

  /// out = D in, from the other parity to `target`.
  void hop(Parity target, const ParityColourField& in, ParityColourField& out) const;

  /// out = (m + D) in, or (m - D) in with `dagger`.
  void full(const FullColourField& in, FullColourField& out, bool dagger = false) const override;
  /// out = (m^2 - D_eo D_oe) in; this matrix is hermitian.
  void even_odd(const ParityColourField& in, ParityColourField& out, bool dagger = false) const override;
  /// The same as even_odd.
  void normal(const ParityColourField& in, ParityColourField& out) const override;
  /// source = m b_e - D_eo b_o.
  void prepare(const FullColourField& b, ParityColourField& source) const override;
  /// The same as prepare.
  void prepare_normal(const FullColourField& b, ParityColourField& source) const override;
  /// x_o = (b_o - D_oe x_e) / m. Throws Error(bad_value) for m = 0.
  void reconstruct(const FullColourField& b, FullColourField& x) const override;

 protected:
  /// A part of D: hops over an odd number of steps, with links from x to x + steps mu.
  struct Hops {
    const Configuration& links;
    int steps;
    double coefficient;
  };
  /// Makes D as the sum of these parts.
  StaggeredOperator(const std::vector<Hops>& parts, double mass, const Boundary& boundary);

 private:
  void add(const Hops& part, std::size_t first, const Boundary& boundary);

  Geometry geometry_;
  double mass_;
  std::size_t terms_;  ///< terms of D at a site
  /// By target parity, [site][term]: the neighbours and the matrices that multiply them.
  std::array<std::vector<Matrix3>, 2> links_;
  std::array<std::vector<std::int32_t>, 2> neighbours_;
  mutable ParityColourField odd_;
};

/// Returns L_mu(x) = U_mu(x) U_mu(x+mu) U_mu(x+2mu).
Configuration long_links(const Configuration& u);

/// M = m + D, D chi(x) = sum_mu eta_mu(x) {one/2 [U_mu(x) chi(x+mu) - U_mu(x-mu)^+ chi(x-mu)] + three/2
/// [L_mu(x) chi(x+3mu) - L_mu(x-3mu)^+ chi(x-3mu)]} (S. Naik, Nucl. Phys. B316 (1989) 238). The factors of
/// the boundary are in every link, those of three links in L.
class NaikOperator : public StaggeredOperator {
 public:
  /// Copies the links. Throws Error(bad_value) as Boundary::check does.
  NaikOperator(const Configuration& u, double mass, const Boundary& boundary = kAntiperiodicInTime,
               const HopCoefficients& c = {})
      : NaikOperator(u, long_links(u), mass, boundary, c) {}
  /// Takes any links instead of U and L.
  NaikOperator(const Configuration& u, const Configuration& l, double mass, const Boundary& boundary,
               const HopCoefficients& c)
      : StaggeredOperator({{u, 1, c.one}, {l, 3, c.three}}, mass, boundary) {}
};

}  // namespace glueball::cpu
