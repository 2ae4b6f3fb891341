#include "actions/action_solver.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "linalg/copy.hpp"
#include "solvers/device_control.hpp"

namespace glueball {
namespace {

LatticeOptions short_options(const DeviceLattice& lattice, gpu::Precision inner,
                             gpu::HalfFormat half_format) {
  if (inner >= lattice.precision())
    throw Error(ErrorKind::bad_value,
                fmt::format("inner solves in {} precision beside a lattice in {}", gpu::to_string(inner),
                            gpu::to_string(lattice.precision())),
                "choose a shorter inner precision, or none");
  return lattice.options_in(inner, half_format);
}

}  // namespace

template <class F>
struct ActionSolver<F>::Short {
  Short(const DeviceLattice& outer, const ActionSolves& solves, FermionOperator<F>& outer_op)
      : lattice(outer.device(), outer.geometry(), short_options(outer, *solves.inner, solves.half_format)),
        u(lattice),
        op(outer_op.beside(lattice, u)),
        cg(*op),
        reliable(outer_op, cg) {}
  DeviceLattice lattice;
  GaugeField u;
  std::unique_ptr<FermionOperator<F>> op;
  ConjugateGradient<F> cg;
  ReliableSolver<F> reliable;
};

template <class F>
ActionSolver<F>::ActionSolver(const DeviceLattice& lattice, const GaugeField& u, const ActionSolves& solves,
                              const QuarkParameters& quark)
    : lattice_(lattice),
      u_(u),
      solves_(solves),
      quark_(quark),
      kind_(operator_kind<F>(quark.action)),
      op_(kind_.on_device(lattice, u, quark)),
      chronology_(lattice, solves.chronology),
      sums_(lattice) {
  op_->make_room_for_derivative();
  if (solves.inner && *solves.inner != lattice.precision()) {
    short_ = std::make_unique<Short>(lattice, solves, *op_);
    mixed_ = std::make_unique<MixedSolver<F>>(short_->cg, short_->lattice);
  } else {
    cg_ = std::make_unique<ConjugateGradient<F>>(*op_);
    mixed_ = std::make_unique<MixedSolver<F>>(*cg_, lattice);
  }
  if (solves.chronology > 0) {
    residual_ = std::make_unique<F>(lattice);
    image_ = std::make_unique<F>(lattice);
  }
}

template <class F>
ActionSolver<F>::~ActionSolver() = default;

template <class F>
void ActionSolver<F>::links_changed() {
  op_->links_changed();
  if (!short_) return;
  copy(u_, short_->u);
  short_->op->links_changed();
}

template <class F>
void ActionSolver<F>::solve_from_zero(const F& b, F& x, double tolerance) {
  if (short_) {
    iterations_ += short_->reliable.solve(b, x, tolerance, solves_.max_iterations).iterations;
    return;
  }
  const DeviceCgResult solve = cg_->solve(b, x, tolerance, solves_.max_iterations);
  iterations_ += solve.iterations;
  // Of a matrix that is positive the search breaks down at once only where numbers are none.
  if (solve.state == SolverState::broken && solve.iterations == 0 && solve.residual > 0)
    throw Error(ErrorKind::not_converged,
                "fermion force: the links are not finite any more, molecular dynamics has diverged",
                "take shorter or more steps, heavier quarks, or a start nearer to equilibrium");
  if (solve.state != SolverState::converged)
    throw Error(
        ErrorKind::not_converged,
        fmt::format(
            "fermion force: the solver stopped at |r|/|b| = {:.3g} after {} iterations, asked for {:.3g}",
            solve.residual, solve.iterations, tolerance),
        "raise <max_iterations>, take shorter steps, or move kappa away from critical");
}

template <class F>
void ActionSolver<F>::solve(const F& b, F& x) {
  const Launch all(lattice_, kFieldFlags<F>);
  if (solves_.chronology > 0 && chronology_.guess(*op_, b, x, *image_)) {
    // A dx = b - A x from zero, to what is left of the tolerance.
    kernels::Axpby::run(all, {.a = 1, .b = -1}, b, *image_, *residual_);
    const double left = std::sqrt(sums_.norm2(*residual_) / sums_.norm2(b));
    if (!(left <= solves_.force_tolerance)) {
      F& step = *image_;
      solve_from_zero(*residual_, step, solves_.force_tolerance / left);
      kernels::Axpy::run(all, {.a = 1, .b = 0}, step, x);
    }
  } else {
    solve_from_zero(b, x, solves_.force_tolerance);
  }
  chronology_.remember(x);
}

template <class F>
void ActionSolver<F>::solve(const reference::EvenOddOperator<Half>& exact, const Half& b, Half& x) {
  last_solve_ = mixed_->solve(exact, b, x, solves_.action_tolerance, solves_.max_iterations);
  iterations_ += last_solve_.iterations;
}

template <class F>
ExactSolver<F>& ActionSolver<F>::exact(const ExactLinks& links) {
  if (!exact_)
    exact_ = std::make_unique<ExactSolver<F>>(links, kind_.on_device(links.lattice(), links.links(), quark_),
                                              short_ ? short_->cg : *cg_);
  exact_->op().links_changed();
  return *exact_;
}

template <class F>
void ActionSolver<F>::solve(ExactSolver<F>& exact, const F& b, F& x) {
  last_solve_ = exact.solve(b, x, solves_.action_tolerance, solves_.max_iterations);
  iterations_ += last_solve_.iterations;
}

template class ActionSolver<SpinorField>;
template class ActionSolver<ColourField>;

}  // namespace glueball
