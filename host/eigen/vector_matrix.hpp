// A hermitian matrix on a device, whose eigenvectors are asked for.
#pragma once

#include "linalg/field_vectors.hpp"

namespace glueball {

/// On vectors of one or two fields. F is SpinorField or ColourField.
template <class F>
class VectorMatrix {
 public:
  virtual ~VectorMatrix() = default;
  virtual const DeviceLattice& lattice() const = 0;
  /// A vector of anything.
  virtual FieldVector<F> make() const = 0;
  /// Of the space of vectors, of all ranks together.
  virtual std::size_t dimension() const = 0;
  /// out = A in; not the same.
  virtual void apply(const FieldVector<F>& in, FieldVector<F>& out) = 0;
};

}  // namespace glueball
