// The hermitian matrix M^+ M of a quark, for eigensolvers.
#pragma once

#include "eigen/vector_matrix.hpp"
#include "fermion/fermion_operator.hpp"
#include "linalg/field_vectors.hpp"

namespace glueball {

/// Sites on which vectors are defined.
enum class Sites {
  even,  ///< A of the even-odd form (SolverMatrix::normal): m^2 - D_eo D_oe of staggered quarks, Mhat^+ Mhat
         ///< of others
  all,   ///< M^+ M
};

/// The matrix of a quark's operator on even or on all sites.
template <class F>
class NormalMatrix : public VectorMatrix<F> {
 public:
  /// `op` must outlive this and must have been updated with the links.
  NormalMatrix(FermionOperator<F>& op, Sites sites);

  const DeviceLattice& lattice() const override { return op_.lattice(); }
  Sites sites() const { return sites_; }
  FieldVector<F> make() const override;
  std::size_t dimension() const override;
  void apply(const FieldVector<F>& in, FieldVector<F>& out) override;

 private:
  FermionOperator<F>& op_;
  Sites sites_;
  FieldVector<F> middle_;
};

/// Returns the dimension of the space of these fields on a lattice.
template <class F>
std::size_t dimension_of(const Geometry& geometry, Sites sites);

}  // namespace glueball
