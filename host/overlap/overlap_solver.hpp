// Propagators of overlap quarks: D(m) x = b for several masses at once.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "lattice/boundary_rotation.hpp"
#include "overlap/overlap_operator.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

struct OverlapSolverOptions {
  double tolerance = 1e-8;    ///< |b - D(m) x| / |b|, with the error of the sign function
  int max_iterations = 1000;  ///< limit of conjugate-gradient iterations, each with one sign function
  /// Called after each iteration with its number and the residual.
  std::function<void(int, double)> progress{};
};

/// Computes x = D(m)^+ (D(m)^+ D(m))^-1 b by conjugate gradients in each chirality of b, where D^+ D costs
/// one sign function and masses are shifts (J. van den Eshof et al., hep-lat/0202025). The accuracy of the
/// sign function is relaxed as the residual decreases, because the effect of an error of the matrix is
/// proportional to the residual. True residuals are computed with D(m) to the kernel's sign_error. The
/// largest effect of the sign function's error, (1 - m) / 2 SignFunction::largest_error |x|, is added. If the
/// sum is too large, its mass is solved for again from there.
class OverlapSolver : public QuarkSolver<ParitySpinorField> {
 public:
  using Full = FullQuarkField<ParitySpinorField>;

  /// `sign` must outlive this. Throws Error(bad_value) for no masses, for masses that are not between 0 and 1
  /// or given twice, and for invalid options.
  OverlapSolver(SignFunction& sign, std::vector<double> masses, OverlapSolverOptions options);

  const std::vector<double>& masses() const { return masses_; }

  std::size_t solutions() const override { return masses_.size(); }
  /// On a split lattice b and x are this rank's parts. In the results `residual` is
  /// |b - D(m) x| / |b| of this mass with the sign function as it was applied, and `residual_full` has the
  /// error of the sign function added. `iterations` counts sign functions in conjugate gradients, `restarts`
  /// the solves after the first, `flops` those of hops. Throws Error(not_converged) with the residual that
  /// was reached.
  std::vector<SolveResult> solve_all(std::span<const Full> b, std::span<Full> x) override;

  using Vector = FieldVector<SpinorField>;
  /// Computes y = (D(m)^+ D(m))^-1 b for a field of one chirality on the device, without a rotation of
  /// boundaries, where m is mass number k. Residuals are those of this system relative to |b|. Throws as
  /// solve() does.
  SolveResult solve_normal(Chirality chirality, const Vector& b, std::size_t k, Vector& y);

 private:
  /// The result of conjugate gradients in one chirality.
  struct Progress {
    int iterations = 0;
    double residual2 = 0;  ///< final |r|^2 of the smallest mass
  };
  /// Computes z_k = (D(0)^+ D(0) + m_k^2 / (1 - m_k^2))^-1 b for masses in ascending order, until |r| <=
  /// target.
  Progress conjugate_gradient(Chirality chirality, const Vector& b, std::span<const double> masses,
                              std::span<Vector> z, double target);
  /// Solves for both chiralities of b; x_k = D(m_k)^+ y_k.
  void solve_normal(const Vector& b, std::span<const double> masses, std::span<Vector> y, double target,
                    SolveResult& result);
  std::vector<SolveResult> solve_masses(const Full& b, std::span<Full> x);
  double norm(const Vector& v);
  void give_up(double mass, double residual) const;

  SignFunction& sign_;
  OverlapOperator op_;
  std::vector<double> masses_;
  OverlapSolverOptions options_;
  BoundaryRotation rotation_;
  VectorDots dots_;
};

/// The propagator with the mass, S(m) b = (D(m)^-1 b - b) / (1 - m), which anticommutes with gamma5 at m = 0.
/// Correlators and condensates are made of it. In its results the iterations that masses share are counted
/// for the first one.
class OverlapPropagator : public QuarkSolver<ParitySpinorField> {
 public:
  /// `solver` must outlive this.
  explicit OverlapPropagator(OverlapSolver& solver) : solver_(solver) {}
  std::size_t solutions() const override { return solver_.solutions(); }
  std::vector<SolveResult> solve_all(std::span<const Full> b, std::span<Full> x) override;

 private:
  OverlapSolver& solver_;
};

/// Throws Error(bad_value) unless all masses are between 0 and 1 and different.
void check_overlap_masses(std::span<const double> masses);

}  // namespace glueball
