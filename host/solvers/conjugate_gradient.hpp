// Conjugate gradient on a device, in one precision.
#pragma once

#include <optional>

#include "fermion/solver_matrix.hpp"
#include "linalg/global_sums.hpp"
#include "solvers/meeting.hpp"

namespace glueball {

enum class SolverState { running = 0, converged = 1, exhausted = 2, broken = 3 };

struct DeviceCgResult {
  SolverState state = SolverState::running;
  int iterations = 0;
  double residual = 0;  ///< |r| / |b| as the recurrence has it; rounding may make it lie, see Refinement
};

/// What a run of iterations is to do for a right-hand side.
struct InnerGoal {
  double tolerance = 0;    ///< |r - A dx| / |r| to come to
  int max_iterations = 0;  ///< none: it rests
  double scale = 0;        ///< what the last run's direction is multiplied by where it goes on; 0: forget it
};

/// Solves A x = b from x = 0, A the hermitian matrix of SolverMatrix::normal. Iterations are queued in
/// batches; alpha, beta and the norms never leave the device, and the group counts of the dispatches become
/// zero when the residual is small enough, so what is queued beyond that costs nothing. The host reads the
/// state of one batch while the next one runs. The iterates do not depend on the batches. On several ranks it
/// waits for the neighbours in every hop and sum, and all stop at the same iteration. On small lattices a
/// batch may be one launch (LaunchPlan::together), whose iterates are the same up to rounding.
template <class F>
class ConjugateGradient {
 public:
  explicit ConjugateGradient(SolverMatrix<F>& op);
  virtual ~ConjugateGradient() = default;

  SolverMatrix<F>& op() const { return op_; }

  /// Throws Error(device) only; a solve that did not converge says so in its state.
  DeviceCgResult solve(const F& b, F& x, double tolerance, int max_iterations);

  // A solve in legs, for reliable updates (Refinement). `begin` takes the residual that is left and keeps
  // the direction when `go_on` is set: p = r + beta scale p with the beta of the iteration that ended the leg
  // before, `scale` what its vectors have been multiplied by since. `leg` then iterates until |r| <=
  // tolerance * |r at begin| and adds to x.
  void begin(const F& r, double tolerance, int max_iterations, bool go_on = false, double scale = 1);
  DeviceCgResult leg(F& x);

 protected:
  /// Launched by the group counts in the scalars: nothing once the solver has stopped.
  Launch while_running() const;
  /// Between alpha and the update of the residual, and after the update of the direction, in every iteration.
  /// Whether these do something: iterations are launches of their own then.
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
    return {p_, mp_, r_, x, meeting_->words(), scalars_};
  }

  SolverMatrix<F>& op_;
  const DeviceLattice& lattice_;
  F r_, p_, mp_;
  std::optional<F> ap_;  ///< where the operator has no fused steps
  GlobalSums sums_;
  std::optional<Partials> hop_partials_;  ///< where it has
  std::optional<Meeting> meeting_;        ///< where iterations share a launch
  std::optional<int> asked_;              ///< handle of the scalars after the last iteration, on ranks
  CgScalars scalars_;
  double beta_ = 0;  ///< of the iteration that ended the last leg
};

template <class Operator>
ConjugateGradient(Operator&) -> ConjugateGradient<typename Operator::Field>;

extern template class ConjugateGradient<SpinorField>;
extern template class ConjugateGradient<ColourField>;

}  // namespace glueball
