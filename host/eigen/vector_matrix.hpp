// The interface of a hermitian matrix on a device, for eigensolvers.
#pragma once

#include "linalg/field_vectors.hpp"

namespace glueball {

/// The matrix acts on vectors of one or two fields. F is SpinorField or ColourField.
template <class F>
class VectorMatrix {
 public:
  virtual ~VectorMatrix() = default;
  virtual const DeviceLattice& lattice() const = 0;
  /// Returns a vector with undefined contents.
  virtual FieldVector<F> make() const = 0;
  /// Returns the dimension of the space of vectors, over all ranks.
  virtual std::size_t dimension() const = 0;
  /// Computes out = A in; `out` and `in` must differ.
  virtual void apply(const FieldVector<F>& in, FieldVector<F>& out) = 0;
};

}  // namespace glueball
