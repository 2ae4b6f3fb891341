// The hermitian matrix M^+ M of a quark, whose eigenvectors are asked for.
#pragma once

#include "fermion/fermion_operator.hpp"
#include "linalg/field_vectors.hpp"

namespace glueball {

/// Where vectors live.
enum class Sites {
  even,  ///< A of the even-odd form (SolverMatrix::normal): m^2 - D_eo D_oe of staggered quarks, Mhat^+ Mhat
         ///< of others
  all,   ///< M^+ M
};

template <class F>
class NormalMatrix {
 public:
  /// `op` must outlive it and have followed the links.
  NormalMatrix(FermionOperator<F>& op, Sites sites);

  const DeviceLattice& lattice() const { return op_.lattice(); }
  Sites sites() const { return sites_; }
  /// A vector of anything.
  FieldVector<F> make() const;
  /// Of the space of vectors, of all ranks together.
  std::size_t dimension() const;
  /// out = A in; not the same.
  void apply(const FieldVector<F>& in, FieldVector<F>& out);

 private:
  FermionOperator<F>& op_;
  Sites sites_;
  FieldVector<F> middle_;
};

/// The dimension of these fields' space on a lattice.
template <class F>
std::size_t dimension_of(const Geometry& geometry, Sites sites);

}  // namespace glueball
