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
  Short(const DeviceLattice& outer, const ActionSolves& solves, FermionOperator<F>& precise_op)
      : lattice(outer.device(), outer.geometry(), short_options(outer, *solves.inner, solves.half_format)),
        u(lattice),
        op(precise_op.at_precision(lattice, u)) {}
  DeviceLattice lattice;
  GaugeField u;
  std::unique_ptr<FermionOperator<F>> op;
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
      short_(solves.inner && *solves.inner != lattice.precision()
                 ? std::make_unique<Short>(lattice, solves, *op_)
                 : nullptr),
      cg_(short_ ? *short_->op : *op_),
      inner_(cg_),
      chronology_(lattice, solves.chronology),
      dots_(lattice) {
  op_->make_room_for_derivative();
  if (short_) {
    updates_precise_ = precise_on_device<F>(op_);
    updates_.emplace(*updates_precise_, inner_);
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

namespace {

/// Replaces <tolerance> in a solver's hint by <force_tolerance>, the parameter that sets a force's tolerance.
std::string of_force(std::string hint) {
  const std::string tolerance = "<tolerance>";
  if (const auto at = hint.find(tolerance); at != std::string::npos)
    hint.replace(at, tolerance.size(), "<force_tolerance>");
  return hint;
}

}  // namespace

template <class F>
void ActionSolver<F>::solve_from_zero(const F& b, F& x, double tolerance) {
  if (updates_) {
    PreciseField<F> solution(x);  // shares the memory of x
    try {
      iterations_ +=
          updates_->solve(PreciseField<F>(b), solution, tolerance, solves_.max_iterations).iterations;
    } catch (const Error& error) {
      throw Error(error.kind(), "fermion force: " + error.message(),
                  of_force(in_dynamics(error, lattice_.precision()).hint()));
    }
    return;
  }
  const DeviceCgResult solve = cg_.solve(b, x, tolerance, solves_.max_iterations);
  iterations_ += solve.iterations;
  // The matrix is positive, so the search breaks down in its first iteration only for values that are not
  // finite.
  if (solve.state == SolverState::broken && solve.iterations == 0)
    throw Error(ErrorKind::not_converged,
                "fermion force: the links are not finite any more, molecular dynamics has diverged",
                "take shorter or more steps, heavier quarks, or a start nearer to equilibrium");
  if (solve.state != SolverState::converged)
    throw Error(
        ErrorKind::not_converged,
        fmt::format(
            "fermion force: the solver stopped at |r|/|b| = {:.3g} after {} iterations, asked for {:.3g}",
            solve.residual, solve.iterations, tolerance),
        "raise <max_iterations> or <force_tolerance>, take shorter steps, or move kappa away from critical");
}

template <class F>
double ActionSolver<F>::relative_norm(const F& r, const F& b) {
  const VectorDots::Product norms[] = {{r, r}, {b, b}};
  const std::vector<Complex> found = dots_.of(norms);
  return std::sqrt(found[0].real() / found[1].real());
}

template <class F>
void ActionSolver<F>::solve(const F& b, F& x) {
  const Launch all(lattice_, kFieldFlags<F>);
  double left = NAN;
  if (solves_.chronology > 0 && chronology_.guess(*op_, b, x, *image_)) {
    kernels::Axpby::run(all, {.a = 1, .b = -1}, b, *image_, *residual_);
    left = relative_norm(*residual_, b);
  }
  if (std::isfinite(left)) {
    // Solve A dx = b - A x from zero, to the part of the tolerance that is left.
    if (left > solves_.force_tolerance) {
      F& step = *image_;
      solve_from_zero(*residual_, step, solves_.force_tolerance / left);
      kernels::Axpy::run(all, {.a = 1, .b = 0}, step, x);
    }
  } else {
    solve_from_zero(b, x, solves_.force_tolerance);
  }
  chronology_.remember(x);
  last_ = &x;
}

template <class F>
std::shared_ptr<ExactSolver<F>> ActionSolver<F>::exact(const DoubleLinks& links) {
  const GaugeField* device = links.on_device();
  if (!device)
    return std::make_shared<ExactSolver<F>>(
        precise_on_host<F>(kind_.pair(links.configuration(), quark_).host), inner_);
  if (!exact_)
    exact_ = std::make_shared<ExactSolver<F>>(
        precise_on_device<F>(kind_.on_device(device->lattice(), *device, quark_)), inner_);
  exact_->precise().links_changed();
  return exact_;
}

template <class F>
double ActionSolver<F>::solve(ExactSolver<F>& exact, const PreciseField<F>& b, PreciseField<F>& x) {
  // Most integrators end a trajectory with a force at the links of the energy. That force has solved the same
  // system, as far as its tolerance goes.
  if (last_ != nullptr) exact.precise().take(*last_, x);
  try {
    iterations_ += exact.refinement()
                       .solve(b, x, solves_.action_tolerance, solves_.max_iterations, {},
                              last_ != nullptr ? Start::given : Start::zero)
                       .iterations;
  } catch (const Error& error) {
    throw in_dynamics(error, lattice_.precision());
  }
  return exact.precise().dot(x, b).real() + exact.precise().dot(x, exact.refinement().residual()).real();
}

template class ActionSolver<SpinorField>;
template class ActionSolver<ColourField>;

}  // namespace glueball
