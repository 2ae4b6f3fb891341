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
  double tolerance = 1e-8;    ///< |b - D(m) x| / |b|, the error of the sign function included
  int max_iterations = 1000;  ///< of conjugate gradients, each a sign function
  /// Called after each of them with their number and the residual.
  std::function<void(int, double)> progress{};
};

/// x = D(m)^+ (D(m)^+ D(m))^-1 b: a conjugate gradient in each chirality that b has, in which D^+ D costs one
/// sign function, and whose masses are shifts (J. van den Eshof et al., hep-lat/0202025). The sign function's
/// accuracy is relaxed as the residual falls: an error of the matrix counts for as much as the residual is
/// left. True residuals are computed with D(m) to the sign_error of the kernel, and what the sign function is
/// wrong by at most, (1 - m) / 2 SignFunction::largest_error |x|, is added; where the sum is too large, its
/// mass is solved for again from there.
class OverlapSolver {
 public:
  using Full = FullQuarkField<ParitySpinorField>;

  /// `sign` must outlive it. Throws Error(bad_value) for no masses, masses that are not above 0 and below 1
  /// or given twice, and for options that make no sense.
  OverlapSolver(SignFunction& sign, std::vector<double> masses, OverlapSolverOptions options);

  const DeviceLattice& lattice() const { return sign_.lattice(); }
  const std::vector<double>& masses() const { return masses_; }

  /// One x a mass, with as many results; of a lattice that is split this rank's parts of b and x: `residual`
  /// is |b - D(m) x| / |b| of this mass with the sign function as it was applied, `residual_full` has the
  /// error of the sign function added, `iterations` and `restarts` are those of sign functions in conjugate
  /// gradients and of solves beyond the first, `flops` those of hops. Throws Error(not_converged) that says
  /// how far it came.
  std::vector<SolveResult> solve(const Full& b, std::span<Full> x);

  using Vector = FieldVector<SpinorField>;
  /// y = (D(m)^+ D(m))^-1 b of a field of one chirality, on the device and without a rotation of boundaries,
  /// m the mass number k. Residuals are those of this system, relative to |b|. Throws as the other.
  SolveResult solve_normal(Chirality chirality, const Vector& b, std::size_t k, Vector& y);

 private:
  /// Of a conjugate gradient in one chirality.
  struct Progress {
    int iterations = 0;
    double residual2 = 0;  ///< |r|^2 at the end, of the smallest mass
  };
  /// z_k = (D(0)^+ D(0) + m_k^2 / (1 - m_k^2))^-1 b for masses k that ascend, until |r| <= target.
  Progress conjugate_gradient(Chirality chirality, const Vector& b, std::span<const double> masses,
                              std::span<Vector> z, double target);
  /// Of both chiralities of b: y_k is what D(m_k)^+ is to be applied to.
  void solve_normal(const Vector& b, std::span<const double> masses, std::span<Vector> y, double target,
                    SolveResult& result);
  double norm(const Vector& v);
  void give_up(double mass, double residual) const;

  SignFunction& sign_;
  OverlapOperator op_;
  std::vector<double> masses_;
  OverlapSolverOptions options_;
  BoundaryRotation rotation_;
  VectorDots dots_;
};

/// Throws Error(bad_value) unless all are between 0 and 1 and there is none twice.
void check_overlap_masses(std::span<const double> masses);

}  // namespace glueball
