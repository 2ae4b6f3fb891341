// Conjugate gradients on a device in one precision.
#pragma once

#include <optional>

#include "fermion/solver_matrix.hpp"
#include "linalg/global_sums.hpp"
#include "solvers/device_barrier.hpp"

namespace glueball {

enum class SolverState { running = 0, converged = 1, exhausted = 2, broken = 3 };

struct DeviceCgResult {
  SolverState state = SolverState::running;
  int iterations = 0;
  double residual = 0;  ///< |r| / |b| by the recurrence, which rounding may make too small; see Refinement
};

/// The goal of a cycle of iterations for a right-hand side.
struct InnerGoal {
  double tolerance = 0;    ///< |r - A dx| / |r| to reach
  int max_iterations = 0;  ///< 0: the right-hand side takes no part
  double scale = 0;        ///< factor of the previous cycle's direction if it is kept; 0: it is dropped
};

/// Solves A x = b from x = 0 with the hermitian matrix A of SolverMatrix::normal. Iterations are queued in
/// batches. alpha, beta and the norms stay on the device. When the residual is small enough the group counts
/// of dispatches become zero, so that further queued iterations cost nothing. The host reads the state of one
/// batch while the next one runs. Iterates do not depend on the batches. On several ranks every hop and sum
/// waits for the neighbours, and all ranks stop at the same iteration. On small lattices a batch may be one
/// persistent launch (LaunchPlan::persistent_cg), whose iterates are equal up to rounding.
template <class F>
class ConjugateGradient {
 public:
  explicit ConjugateGradient(SolverMatrix<F>& op);
  virtual ~ConjugateGradient() = default;

  SolverMatrix<F>& op() const { return op_; }

  /// Throws only Error(device); the returned state tells whether it converged.
  DeviceCgResult solve(const F& b, F& x, double tolerance, int max_iterations);

  // A solve in cycles of reliable updates (Refinement). `begin` takes the remaining residual. With `resume`
  // it keeps the direction: p = r + beta scale p with the beta of the last iteration of the previous cycle,
  // where `scale` is the factor by which its vectors have been multiplied since. `cycle` then iterates until
  // |r| <= tolerance * |r at begin|, and adds to x.
  void begin(const F& r, double tolerance, int max_iterations, bool resume = false, double scale = 1);
  DeviceCgResult cycle(F& x);

 protected:
  /// Returns a launch with the group counts of the scalars, which does nothing once the solver has stopped.
  Launch while_running() const;
  /// Derived solvers may add work in every iteration: between alpha and the update of the residual, and after
  /// the update of the direction. If has_more_to_do() is true, iterations are separate launches.
  virtual bool has_more_to_do() const { return false; }
  virtual void after_alpha() {}
  virtual void after_direction() {}

  const DeviceLattice& lattice() const { return lattice_; }
  const F& residual() const { return r_; }
  const CgScalars& scalars() const { return scalars_; }

 private:
  void iterate(F& x);
  void scalar_step(const Launch& launch, std::uint32_t stage);
  typename SolverMatrix<F>::IterationFields iteration_fields(F& x) {
    return {p_, mp_, r_, x, barrier_->words(), scalars_};
  }

  SolverMatrix<F>& op_;
  const DeviceLattice& lattice_;
  F r_, p_, mp_;
  std::optional<F> ap_;  ///< only if the operator has no fused steps
  GlobalSums sums_;
  std::optional<Partials> hop_partials_;  ///< only if it has fused steps
  std::optional<DeviceBarrier> barrier_;  ///< only with persistent launches
  std::optional<int> asked_;  ///< handle of the scalars after the last iteration, on several ranks
  CgScalars scalars_;
  double beta_ = 0;  ///< beta of the last iteration of the previous cycle
};

template <class Operator>
ConjugateGradient(Operator&) -> ConjugateGradient<typename Operator::Field>;

extern template class ConjugateGradient<SpinorField>;
extern template class ConjugateGradient<ColourField>;

}  // namespace glueball
