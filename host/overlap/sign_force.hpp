// Derivatives of sgn(H) and of eigenvalues of H with respect to the links.
#pragma once

#include "lattice/momenta.hpp"
#include "overlap/sign_function.hpp"

namespace glueball {

/// p -= weight d(Re y^+ H x) / domega with H = gamma5 (D_W - m0) and dU/dtau = i P U. Fields, links and
/// momenta must be on one lattice; `turned` is overwritten.
void add_kernel_derivative(const OverlapKernel& kernel, const GaugeField& u, double weight,
                           const FieldVector<SpinorField>& y, const FieldVector<SpinorField>& x,
                           FieldVector<SpinorField>& turned, MomentumField& p);

/// The derivative of x^+ sgn(H) x. With R(H) the sum of poles over all modes, sgn(H) = R(H) + sum_n delta_n
/// v_n v_n^+. For eigenvectors below the interval of the poles delta_n = sgn(lambda_n) - R(lambda_n); for
/// others it is the error of sgn. The derivatives are d[H (H^2 + s)^-1] = G (s dH - H dH H) G with G = (H^2 +
/// s)^-1, dlambda_n = v_n^+ dH v_n, and dv_n = (lambda_n - H)^-1 (1 - v_n v_n^+) dH v_n (R. Narayanan, H.
/// Neuberger, hep-lat/9307006; N. Cundy et al., hep-lat/0502007). Between low modes the last is a sum over
/// pairs. Beyond them it takes conjugate gradients on H^2 - lambda_n^2, which is positive there; this
/// requires OverlapKernel::share below 1.
class SignForce {
 public:
  using Vector = FieldVector<SpinorField>;
  /// `sign` must outlive this.
  explicit SignForce(SignFunction& sign);

  /// p -= weight d(x^+ sgn(H) x) / domega, with each solve to `tolerance`. Throws Error(not_converged).
  void add(double weight, const Vector& x, double tolerance, MomentumField& p);
  /// Returns iterations of conjugate gradients so far.
  int iterations() const { return iterations_; }

 private:
  /// Adds the poles' part for x = sum_n c_n v_n + rest.
  void add_poles(double weight, const std::vector<Complex>& c, const Vector& rest, double tolerance,
                 MomentumField& p);
  /// w = (lambda_n - H)^-1 b for a b without low modes.
  void resolve(std::size_t n, const Vector& b, Vector& w, double tolerance);
  void take_off_modes(Vector& v);

  SignFunction& sign_;
  PoleSum pole_;  ///< for one pole at a time, because each needs its own number of iterations
  VectorDots dots_;
  Factors factors_;
  Vector image_, turned_;
  int iterations_ = 0;
};

}  // namespace glueball
