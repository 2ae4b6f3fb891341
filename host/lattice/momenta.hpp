// Conjugate momenta of the gauge links in the host's memory, in double precision.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "lattice/geometry.hpp"

namespace glueball {

/// The coefficients p_a, a = 1..8 stored from index 0, of P = sum_a p_a T_a. T_a = lambda_a / 2 are half the
/// Gell-Mann matrices in their standard order, so Tr T_a T_b = delta_ab / 2.
using AlgebraVector = std::array<double, 8>;

/// One su(3) momentum per link, ordered [lexicographic site][mu] like the links of a Configuration.
/// dU/dtau = i P U; kinetic energy sum_a p_a^2 / 2.
class Momenta {
 public:
  /// Makes momenta that are zero.
  explicit Momenta(const Geometry& geometry)
      : geometry_(geometry), values_(geometry.volume() * kDirections, AlgebraVector{}) {}

  const Geometry& geometry() const { return geometry_; }

  AlgebraVector& at(std::size_t site, int mu) { return values_[site * kDirections + std::size_t(mu)]; }
  const AlgebraVector& at(std::size_t site, int mu) const {
    return values_[site * kDirections + std::size_t(mu)];
  }

  std::vector<AlgebraVector>& values() { return values_; }
  const std::vector<AlgebraVector>& values() const { return values_; }

 private:
  Geometry geometry_;
  std::vector<AlgebraVector> values_;
};

}  // namespace glueball
