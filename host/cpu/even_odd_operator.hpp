// The interface of a fermion operator for solvers on the CPU.
#pragma once

#include <array>

#include "lattice/geometry.hpp"

namespace glueball::cpu {

/// A fermion matrix M on both parities, and a matrix on the even sites whose solution gives that of M x = b.
/// `OneParity` is a field on one parity: ParitySpinorField, ParityField<float> or ParityColourField. Fields
/// on both parities are indexed by int(Parity).
///
/// Objects have temporary fields, so that only one caller at a time may use them. Fields of the wrong size
/// throw Error(bad_value). Input and output must differ. Results do not depend on the number of threads.
template <class OneParity>
class EvenOddOperator {
 public:
  using Full = std::array<OneParity, 2>;

  virtual ~EvenOddOperator() = default;
  virtual const Geometry& geometry() const = 0;

  /// out = M in, or M^+ in, on all sites.
  virtual void full(const Full& in, Full& out, bool dagger = false) const = 0;
  /// out = Mhat in, or Mhat^+ in, on the even sites.
  virtual void even_odd(const OneParity& in, OneParity& out, bool dagger = false) const = 0;
  /// out = A in for conjugate gradients, where A is hermitian and positive: Mhat^+ Mhat, or Mhat if that is
  /// positive itself.
  virtual void normal(const OneParity& in, OneParity& out) const = 0;

  /// Returns log |det T_oo| of the site-diagonal part that is not in Mhat: det M = det T_oo det Mhat. It is 0
  /// if T does not contain links.
  virtual double log_det() const { return 0; }

  /// Computes the right-hand side of Mhat x_e = source.
  virtual void prepare(const Full& b, OneParity& source) const = 0;
  /// Computes the right-hand side of A x_e = source.
  virtual void prepare_normal(const Full& b, OneParity& source) const = 0;
  /// Computes x[1] from b and x[0], so that M x = b.
  virtual void reconstruct(const Full& b, Full& x) const = 0;
};

}  // namespace glueball::cpu
