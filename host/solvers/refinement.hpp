// The outer loop of every solve: residuals in the precise operator, iterations in low precision.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "solvers/inner_solver.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

template <class F>
class Deflation;

/// Solves A x = b, or M x = b of a quark by its even-odd form, to a true residual. An inner solver reduces
/// the residual by some digits, its correction is added to x, and the residual is computed again in the outer
/// space.
///
/// With residuals on the host this is the defect correction of the 2006 paper. Every inner solve restarts,
/// and one that reports convergence must reduce the residual, or the device is faulty. With residuals on a
/// device these are reliable updates: the search continues in its direction (Clark et al., arXiv:0911.3191,
/// section 4.3). This also holds for several right-hand sides at once, wherever the residuals are. A
/// converged right-hand side waits for the others.
template <class F>
class Refinement {
 public:
  using Vector = PreciseField<F>;
  /// Serves up to inner.count() right-hand sides. Both arguments must outlive this, with matrices of the same
  /// links. Throws Error(device) if there is too little memory for residuals.
  Refinement(PreciseOperator<F>& precise, InnerSolver<F>& inner);

  /// Sets eigenvectors for deflation, at the start and again after the residual has decreased by some digits.
  /// Null: none. They must outlive this.
  void deflate_with(Deflation<F>* deflation) { deflation_ = deflation; }

  /// b and x are fields of the space. The tolerance is that of |b - A x| / |b|. With `norms`, b are the
  /// right-hand sides of Mhat x_e = b that PreciseOperator::prepare makes. `norms` are the norms of the
  /// original right-hand sides on all sites, and the tolerance is that of |b - M x| / |b| there.
  /// SolveResult::residual is always that of the solved system. From a given start the history begins with
  /// its residual. Throws Error(not_converged) that says why, at which residual, and for which right-hand
  /// side. `progress` gets the largest number of iterations and the largest residual of all, in the measure
  /// of the tolerance.
  std::vector<SolveResult> solve_all(std::span<const Vector> b, std::span<Vector> x, double tolerance,
                                     int max_iterations,
                                     const std::function<void(int, double)>& progress = {},
                                     Start start = Start::zero, std::span<const double> norms = {});
  SolveResult solve(const Vector& b, Vector& x, double tolerance, int max_iterations,
                    const std::function<void(int, double)>& progress = {}, Start start = Start::zero) {
    return solve_all({&b, 1}, {&x, 1}, tolerance, max_iterations, progress, start).front();
  }

  /// Returns b - A x of the n-th right-hand side of the last solve.
  const Vector& residual(std::size_t n = 0) const { return r_[n]; }

 private:
  struct Column;
  /// `norm` is |b| of M x = b, or null.
  void begin(Column& c, const Vector& b, Vector& x, Start start, const double* norm);
  void deflate(Column& c, const Vector& b, Vector& x);
  void require_progress(Column& c, const DeviceCgResult& run, double goal, double left_before,
                        const Vector& x);
  void require_gain(const Column& c, double goal, const Vector& x);
  void require_above_rounding(const Column& c, const Vector& x);

  PreciseOperator<F>& precise_;
  InnerSolver<F>& inner_;
  Deflation<F>* deflation_ = nullptr;
  System system_ = System::normal;  ///< system of the solve
  bool anew_;                       ///< true if inner solves restart
  double fall_;                     ///< factor by which a run reduces the residual
  std::vector<Vector> r_;
};

extern template class Refinement<SpinorField>;
extern template class Refinement<ColourField>;

}  // namespace glueball
