#include "actions/rational_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace glueball {
namespace {

std::vector<double> first_shifts(std::size_t poles) {
  std::vector<double> shifts;
  for (std::size_t n = 0; n < poles; ++n) shifts.push_back(double(n));
  return shifts;
}

}  // namespace

RationalSolver::RationalSolver(const DeviceLattice& lattice, const GaugeField& u, const ActionSolves& solves,
                               const QuarkParameters& quark, std::size_t poles)
    : lattice_(lattice),
      solves_(solves),
      quark_(quark),
      kind_(operator_kind<ColourField>(quark.action)),
      op_(kind_.on_device(lattice, u, quark)),
      cg_(*op_, first_shifts(poles)),
      inner_(cg_),
      source_(lattice) {
  op_->make_room_for_derivative();
  for (std::size_t n = 0; n < poles; ++n) x_.emplace_back(lattice);
}

DeviceCgResult RationalSolver::solve_together(const RationalFunction& r, const ColourField& b,
                                              double tolerance) {
  std::vector<double> beyond;
  for (const double d : r.shifts) beyond.push_back(d - r.shifts.front());
  cg_.change_shifts(std::move(beyond));
  op_->set_mass(std::sqrt(quark_.mass * quark_.mass + r.shifts.front()));
  const DeviceCgResult result =
      cg_.solve_all(b, std::span(x_).first(r.order()), tolerance, solves_.max_iterations);
  op_->set_mass(quark_.mass);
  iterations_ += result.iterations;
  return result;
}

std::span<const ColourField> RationalSolver::solve(const RationalFunction& r, const ColourField& b) {
  const DeviceCgResult result = solve_together(r, b, solves_.force_tolerance);
  // Of a matrix that is positive the search breaks down at once only where numbers are none.
  if (result.state == SolverState::broken && result.iterations == 0 && result.residual > 0)
    throw Error(ErrorKind::not_converged,
                "rational force: the links are not finite any more, molecular dynamics has diverged",
                "take shorter or more steps, heavier quarks, or a start nearer to equilibrium");
  if (result.state != SolverState::converged)
    throw Error(
        ErrorKind::not_converged,
        fmt::format("rational force: the solver stopped at |r|/|b| = {:.3g} after {} iterations, asked "
                    "for {:.3g}",
                    result.residual, result.iterations, solves_.force_tolerance),
        "raise <max_iterations>, take shorter steps, or larger masses");
  return std::span(x_).first(r.order());
}

std::shared_ptr<ExactMatrix> RationalSolver::exact(const ExactLinks& links) {
  const GaugeField* device = links.on_device();
  if (!device)
    return std::make_shared<ExactMatrix>(space_on_host<ColourField>,
                                         kind_.pair(links.configuration(), quark_).host, inner_);
  if (!exact_)
    exact_ = std::make_shared<ExactMatrix>(space_on_device<ColourField>,
                                           kind_.on_device(device->lattice(), *device, quark_), inner_);
  exact_->space->links_changed();
  return exact_;
}

void RationalSolver::for_poles(ExactMatrix& exact, const RationalFunction& r, const Vector& b,
                               const std::function<void(double)>& see) {
  exact.space->send(b, source_);
  // About as far as a residual in this precision is true.
  const double good_for = lattice_.precision() == gpu::Precision::double_ ? 1e-12 : 1e-6;
  const DeviceCgResult together =
      solve_together(r, source_, std::max(good_for, 0.25 * solves_.action_tolerance));
  if (together.state == SolverState::exhausted)
    throw Error(
        ErrorKind::not_converged,
        fmt::format("rational function: out of iterations for all poles at once (residual {:.3g} after "
                    "{})",
                    together.residual, together.iterations),
        "raise <max_iterations>, or take larger masses");
  for (std::size_t k = 0; k < r.order(); ++k) {
    const double mass = std::sqrt(quark_.mass * quark_.mass + r.shifts[k]);
    op_->set_mass(mass);
    exact.set_mass(mass);
    exact.space->take(x_[k], exact.x);
    try {
      iterations_ +=
          exact.refinement
              .solve(b, exact.x, solves_.action_tolerance, solves_.max_iterations, {}, Start::given)
              .iterations;
    } catch (const Error& error) {
      throw in_dynamics(error, lattice_.precision());
    }
    see(r.numerators[k]);
  }
  op_->set_mass(quark_.mass);
  exact.set_mass(quark_.mass);
}

void RationalSolver::apply(ExactMatrix& exact, const RationalFunction& r, const Vector& b) {
  exact.space->start(b, exact.x, exact.sum);
  exact.space->scale(r.constant, exact.sum);
  for_poles(exact, r, b, [&](double numerator) { exact.space->axpy(numerator, exact.x, exact.sum); });
}

double RationalSolver::form(ExactMatrix& exact, const RationalFunction& r, const Vector& b) {
  double sum = r.constant * exact.space->norm2(b);
  for_poles(exact, r, b, [&](double numerator) { sum += numerator * exact.space->dot(b, exact.x).real(); });
  return sum;
}

}  // namespace glueball
