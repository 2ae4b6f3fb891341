// The near-null vectors of multigrid on aggregates: orthonormalisation, restriction and prolongation.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "kernels/multigrid.hpp"

namespace glueball {

/// Returns the aggregation for this lattice. Without `block` it is the one whose blocks are nearest to 4^4.
/// Extents of blocks and of the coarse lattice are even. Throws Error(bad_value) if there is none, if `block`
/// does not divide the lattice so, or if the number of vectors is no multiple of 4 or too large.
Aggregation aggregation_for(const Geometry& fine, const std::optional<Site>& block, int vectors);

/// A vector on the coarse lattice, indexed by parity.
using FullCoarseField = std::array<CoarseField, 2>;

/// P: each near-null vector, restricted to an aggregate and a chirality, is a unit vector of the coarse
/// lattice. P^+ P = 1 and gamma5 P = P sigma_3. The vectors at odd sites are needed for the set-up only.
class Aggregates {
 public:
  /// Both lattices must outlive this. Throws Error(device) if memory does not suffice.
  Aggregates(const DeviceLattice& fine, const DeviceLattice& coarse, const Aggregation& aggregation);

  const DeviceLattice& fine() const { return fine_; }
  const DeviceLattice& coarse() const { return coarse_; }
  const Aggregation& aggregation() const { return aggregation_; }
  std::uint32_t vectors() const { return aggregation_.vectors; }

  /// Sets vector n at the sites of one parity.
  void set(std::uint32_t n, Parity parity, const SpinorField& psi);
  /// Orthonormalises the vectors in each aggregate. Throws Error(not_converged) if they depend linearly on
  /// each other.
  void orthonormalise();
  /// These allocate and free the memory that only the set-up needs: `set` and `orthonormalise` are between
  /// them. The first throws Error(device) if memory does not suffice.
  void begin_set_up();
  void end_set_up();

  /// Computes column n of coarse = P^+ psi_n, of psi that are 0 on the other parity's sites.
  void restrict_to(FullCoarseField& coarse, std::span<const SpinorField* const> psi, Parity parity) const;
  /// Computes psi_n = P of column n of coarse, at the sites of one parity.
  void prolong(const FullCoarseField& coarse, std::span<SpinorField* const> psi, Parity parity) const;
  void restrict_to(FullCoarseField& coarse, const SpinorField& psi, Parity parity) const {
    const SpinorField* const one[] = {&psi};
    restrict_to(coarse, one, parity);
  }
  void prolong(const FullCoarseField& coarse, SpinorField& psi, Parity parity) const {
    SpinorField* const one[] = {&psi};
    prolong(coarse, one, parity);
  }

  /// Returns a field of so many columns.
  FullCoarseField make(std::uint32_t columns = 1) const {
    return {CoarseField(coarse_, vectors(), columns), CoarseField(coarse_, vectors(), columns)};
  }
  const AggregateField& of(Parity parity) const { return *fields_[int(parity)]; }
  Launch launch(std::uint32_t flags = 0) const { return {fine_, flags, nullptr, aggregation_.packed()}; }

 private:
  std::size_t aggregates() const { return coarse_.geometry().volume(); }

  const DeviceLattice &fine_, &coarse_;
  Aggregation aggregation_;
  std::array<std::optional<AggregateField>, 2> fields_;
  std::optional<AggregateProducts> products_;
};

}  // namespace glueball
