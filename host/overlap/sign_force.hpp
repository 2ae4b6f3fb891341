// Derivatives of the sign of H, and of its eigenvalues, with respect to the links.
#pragma once

#include "lattice/momenta.hpp"
#include "overlap/sign_function.hpp"

namespace glueball {

/// p -= weight d(Re y^+ H x) / domega, H = gamma5 (D_W - m0), links moving as dU/dtau = i P U. Fields, links
/// and momenta of one lattice; `turned` is left with something.
void add_kernel_derivative(const OverlapKernel& kernel, const GaugeField& u, double weight,
                           const FieldVector<SpinorField>& y, const FieldVector<SpinorField>& x,
                           FieldVector<SpinorField>& turned, MomentumField& p);

/// The derivative of x^+ sgn(H) x. With R(H) the sum of poles over all modes,
///   sgn(H) = R(H) + sum_n delta_n v_n v_n^+, delta_n = sgn(lambda_n) - R(lambda_n),
///   d[H (H^2 + s)^-1] = G (s dH - H dH H) G, G = (H^2 + s)^-1,
/// and of the eigenvectors below the interval of the poles, elsewhere delta_n is the error of sgn,
///   dlambda_n = v_n^+ dH v_n, dv_n = (lambda_n - H)^-1 (1 - v_n v_n^+) dH v_n
/// (R. Narayanan, H. Neuberger, hep-lat/9307006; N. Cundy et al., hep-lat/0502007). Between low modes that is
/// a sum over pairs, beyond them a conjugate gradient on H^2 - lambda_n^2, which is positive there; it wants
/// OverlapKernel::share below 1.
class SignForce {
 public:
  using Vector = FieldVector<SpinorField>;
  /// `sign` must outlive it.
  explicit SignForce(SignFunction& sign);

  /// p -= weight d(x^+ sgn(H) x) / domega, each solve to `tolerance`. Throws Error(not_converged).
  void add(double weight, const Vector& x, double tolerance, MomentumField& p);
  /// Iterations of conjugate gradients so far.
  int iterations() const { return iterations_; }

 private:
  /// Of x = sum_n c_n v_n + rest.
  void add_poles(double weight, const std::vector<Complex>& c, const Vector& rest, double tolerance,
                 MomentumField& p);
  /// w = (lambda_n - H)^-1 b for b without low modes.
  void resolve(std::size_t n, const Vector& b, Vector& w, double tolerance);
  void take_off_modes(Vector& v);

  SignFunction& sign_;
  PoleSum pole_;  ///< one at a time: each takes as many iterations as it needs itself
  VectorDots dots_;
  Factors factors_;
  Vector image_, turned_;
  int iterations_ = 0;
};

}  // namespace glueball
