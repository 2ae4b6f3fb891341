// The matrix of multigrid's coarse lattice, D_c = P^+ M P.
#pragma once

#include <array>

#include "fermion/fermion_operator.hpp"
#include "fermion/quark.hpp"
#include "solvers/aggregates.hpp"

namespace glueball {

/// Memory of the set-up: what the Galerkin product reads and leaves.
struct GalerkinProducts {
  GalerkinProducts(const Aggregates& aggregates);
  AggregateField hops;                  ///< hops of all vectors, at the sites of one parity
  std::array<CoarseMatrices, 2> links;  ///< four forward links a coarse site
  std::array<CoarseMatrices, 2> own;    ///< F of a coarse site's own matrix F + sigma_3 F^+ sigma_3 + ...
  FullCoarseField unit;                 ///< P of it is one of the vectors
  SpinorField psi, zero, image;
};

/// A^-1 D_c = 1 + L on the coarse lattice, where A is the sites' own matrix in D_c and L its hops. Backward
/// links are made of forward ones, since gamma5 M gamma5 = M^+ but for the twist.
class CoarseOperator {
 public:
  /// Throws Error(device) if memory does not suffice.
  CoarseOperator(const DeviceLattice& coarse, std::uint32_t vectors);

  /// Makes the matrix of a quark, whose boundary has phases on wrapping links only. `op` is its M, made of
  /// the links `u`. The twisted mass is multiplied by `twist_factor`. Throws Error(not_converged) if the
  /// matrix of a site has no inverse.
  void make(const Aggregates& aggregates, FermionOperator<SpinorField>& op, const GaugeField& u,
            const QuarkParameters& quark, double twist_factor, GalerkinProducts& products);

  const DeviceLattice& lattice() const { return lattice_; }
  std::uint32_t vectors() const { return vectors_; }

  /// Vectors of a field, one a column: vector `first` + n `stride` of column n.
  template <class Vectors>
  struct Columns {
    Vectors& field;
    std::uint32_t first = 0, stride = 1;
  };
  using In = Columns<const CoarseField>;
  using Out = Columns<CoarseField>;
  /// Computes out = x + b L psi at the coarse sites of `target`, psi being on the others; b L psi without x.
  /// Fields need space for ColumnGroups::padded columns.
  void hop(Parity target, const ColumnGroups& columns, const In& psi, const In* x, double b,
           const Out& out) const;
  /// Computes out = A^-1 x at the coarse sites of one parity.
  void invert_own(Parity parity, const ColumnGroups& columns, const CoarseField& x, CoarseField& out) const;

 private:
  /// Inverts the sites' own matrices on the host: F + sigma_3 F^+ sigma_3 + `unit` + i `twist` sigma_3.
  void invert_sites(const GalerkinProducts& products, double unit, double twist);
  std::size_t threads() const { return lattice_.geometry().half_volume() * vectors_; }
  Launch launch(std::uint32_t flags = 0) const { return {lattice_, flags, nullptr, vectors_}; }

  const DeviceLattice& lattice_;
  std::uint32_t vectors_;
  std::array<CoarseMatrices, 2> links_, inverse_;
};

}  // namespace glueball
