// What a solver on the CPU needs to know of a fermion operator.
#pragma once

#include <array>

#include "lattice/geometry.hpp"

namespace glueball::reference {

/// A fermion matrix M on both parities and a matrix on the even sites alone whose solution leads to that of M
/// x = b. `OneParity` holds one parity: ParitySpinorField, ParityField<float> or ParityColourField; both are
/// indexed by int(Parity).
///
/// Objects have scratch: one serves one caller at a time. Fields of the wrong size throw Error(bad_value). No
/// output may be its own input. Results do not depend on the number of threads.
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
  /// out = A in, A hermitian and positive: Mhat^+ Mhat, or Mhat where that is already so. For conjugate
  /// gradients.
  virtual void normal(const OneParity& in, OneParity& out) const = 0;

  /// log |det T_oo| of the site-diagonal part that Mhat leaves out, det M = det T_oo det Mhat; where links
  /// are not in it, 0.
  virtual double log_det() const { return 0; }

  /// The right-hand side of Mhat x_e = source.
  virtual void prepare(const Full& b, OneParity& source) const = 0;
  /// The right-hand side of A x_e = source.
  virtual void prepare_normal(const Full& b, OneParity& source) const = 0;
  /// x[1] from b and x[0], so that M x = b.
  virtual void reconstruct(const Full& b, Full& x) const = 0;
};

}  // namespace glueball::reference
