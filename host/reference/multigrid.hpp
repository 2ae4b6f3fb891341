// Restriction, prolongation and the coarse matrix of multigrid in double precision, by plain loops.
#pragma once

#include <array>
#include <vector>

#include "cpu/even_odd_operator.hpp"
#include "lattice/spinor.hpp"

namespace glueball::reference {

/// 2 N numbers at each coarse site in lexicographic order: those of gamma5 = 1, then those of gamma5 = -1.
using CoarseVector = std::vector<Complex>;
using FullSpinors = std::array<ParitySpinorField, 2>;

/// P = sum over near-null vectors, restricted to a block of sites and a chirality, times a number each.
class Aggregates {
 public:
  Aggregates(const Geometry& fine, const Site& block, std::vector<FullSpinors> vectors);

  std::size_t size() const { return coarse_.volume() * 2 * vectors_.size(); }
  const Geometry& coarse() const { return coarse_; }

  FullSpinors prolonged(const CoarseVector& c) const;
  CoarseVector restricted(const FullSpinors& psi) const;
  /// Returns P^+ M P c.
  CoarseVector galerkin(const cpu::EvenOddOperator<ParitySpinorField>& m, const CoarseVector& c) const;

 private:
  /// Returns the number of the first of a chirality's numbers at the coarse site that a site is part of.
  std::size_t first_of(const Site& s, int chirality) const;

  Geometry fine_, coarse_;
  Site block_;
  std::vector<FullSpinors> vectors_;
};

}  // namespace glueball::reference
