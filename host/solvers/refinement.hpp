// The outer loop of every solve: residuals in an outer space, iterations in short precision.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "solvers/inner_solver.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

template <class F>
class Deflation;

/// Solves A x = b, or M x = b of a quark by its even-odd form, to a true residual: an inner solver brings the
/// residual down by some digits, its correction is added to x and the residual computed anew in the outer
/// space.
///
/// On the host that is the defect correction of the 2006 paper: a solve begins anew every time, and one that
/// says it has converged must show in the residual, or the device is at fault. On a device these are reliable
/// updates: the search goes on in the direction that it had (Clark et al., arXiv:0911.3191, section 4.3). So
/// it does for several right-hand sides at once, with residuals on either; one whose solution is found waits
/// for the others.
template <class F>
class Refinement {
 public:
  using Vector = OuterField<F>;
  /// For up to inner.count() right-hand sides. Both must outlive it, with matrices made from the same links.
  /// Throws Error(device) where there is no room for residuals.
  Refinement(OuterSpace<F>& space, InnerSolver<F>& inner);

  /// Takes what these know of a solution off its residual, at the start and again after it has fallen by some
  /// digits. Null: not. They must outlive it.
  void deflate_with(Deflation<F>* deflation) { deflation_ = deflation; }

  /// b and x are fields of the space. The tolerance is of |b - A x| / |b|. With `norms`, the b are those of
  /// Mhat x_e = b that OuterSpace::prepare makes of right-hand sides on all sites, whose norms these are, and
  /// the tolerance is of |b - M x| / |b| there; SolveResult::residual is of the system that is solved in both
  /// cases. From a start that is given the history begins with its residual. Throws Error(not_converged) that
  /// says why and how far it came; of several, which. `progress` hears of the most iterations and the largest
  /// residual of all, in the measure of the tolerance.
  std::vector<SolveResult> solve_all(std::span<const Vector> b, std::span<Vector> x, double tolerance,
                                     int max_iterations,
                                     const std::function<void(int, double)>& progress = {},
                                     Start start = Start::zero, std::span<const double> norms = {});
  SolveResult solve(const Vector& b, Vector& x, double tolerance, int max_iterations,
                    const std::function<void(int, double)>& progress = {}, Start start = Start::zero) {
    return solve_all({&b, 1}, {&x, 1}, tolerance, max_iterations, progress, start).front();
  }

  /// b - A x of the n-th right-hand side of the last solve.
  const Vector& residual(std::size_t n = 0) const { return r_[n]; }

 private:
  struct Column;
  /// `norm`: |b| of M x = b, or null.
  void begin(Column& c, const Vector& b, Vector& x, Start start, const double* norm);
  void deflate(Column& c, const Vector& b, Vector& x);
  void require_progress(Column& c, const DeviceCgResult& run, double goal, double left_before,
                        const Vector& x);
  void require_gain(const Column& c, double goal, const Vector& x);
  void require_above_rounding(const Column& c, const Vector& x);

  OuterSpace<F>& space_;
  InnerSolver<F>& inner_;
  Deflation<F>* deflation_ = nullptr;
  System system_ = System::normal;  ///< of the solve
  bool anew_;                       ///< whether inner solves begin anew
  double fall_;                     ///< how far they bring the residual down
  std::vector<Vector> r_;
};

extern template class Refinement<SpinorField>;
extern template class Refinement<ColourField>;

}  // namespace glueball
