// The overlap matrix on a device.
#pragma once

#include "overlap/chirality.hpp"
#include "overlap/sign_function.hpp"

namespace glueball {

/// D(m) = [(1 + m) + (1 - m) gamma5 sgn(H)] / 2 with a mass m from 0 to 1 (H. Neuberger, hep-lat/9707022).
/// The eigenvalues of D(0) are on the circle |z - 1/2| = 1/2. D(m)^+ D(m) = m^2 + (1 - m^2) D(0)^+ D(0)
/// commutes with gamma5. Vectors are on both parities; output and input must differ. `accuracy` is that of
/// SignFunction::apply, relative to the norm of `in`.
class OverlapOperator {
 public:
  /// `sign` must outlive this.
  explicit OverlapOperator(SignFunction& sign);

  SignFunction& sign() const { return sign_; }

  /// out = D(m) in, or D(m)^+ in.
  void apply(double m, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out, double accuracy,
             bool dagger = false);
  void apply(double m, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out,
             bool dagger = false) {
    apply(m, in, out, sign_.kernel().sign_error, dagger);
  }
  /// out = D(0)^+ D(0) in for a field of one chirality, where this matrix is the projection of (1 + gamma5
  /// sgn(H)) / 2.
  void normal(Chirality chirality, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out,
              double accuracy);

 private:
  SignFunction& sign_;
  FieldVector<SpinorField> image_, turned_;
};

}  // namespace glueball
