#include "actions/rational_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace glueball {

RationalSolver::RationalSolver(const DeviceLattice& lattice, const GaugeField& u, const ActionSolves& solves,
                               const QuarkParameters& quark, std::size_t poles)
    : lattice_(lattice),
      solves_(solves),
      quark_(quark),
      kind_(operator_kind<ColourField>(quark.action)),
      poles_(kind_.on_device(lattice, u, quark), poles) {
  op().make_room_for_derivative();
}

DeviceCgResult RationalSolver::solve_together(const RationalFunction& r, const ColourField& b,
                                              double tolerance) {
  std::vector<double> beyond;
  for (const double d : r.shifts) beyond.push_back(d - r.shifts.front());
  const DeviceCgResult result = poles_.solve(b, std::sqrt(quark_.mass * quark_.mass + r.shifts.front()),
                                             std::move(beyond), tolerance, solves_.max_iterations);
  op().set_mass(quark_.mass);
  iterations_ += result.iterations;
  return result;
}

std::span<const ColourField> RationalSolver::solve(const RationalFunction& r, const ColourField& b) {
  const DeviceCgResult result = solve_together(r, b, solves_.force_tolerance);
  // The matrix is positive, so the search breaks down in its first iteration only for values that are not
  // finite.
  if (result.state == SolverState::broken && result.iterations == 0)
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
  return std::span(poles_.x).first(r.order());
}

std::shared_ptr<ExactMatrix> RationalSolver::exact(const DoubleLinks& links) {
  const GaugeField* device = links.on_device();
  if (!device)
    return std::make_shared<ExactMatrix>(precise_on_host<ColourField>,
                                         kind_.pair(links.configuration(), quark_).host, poles_.inner());
  if (!exact_)
    exact_ = std::make_shared<ExactMatrix>(
        precise_on_device<ColourField>, kind_.on_device(device->lattice(), *device, quark_), poles_.inner());
  exact_->precise->links_changed();
  return exact_;
}

void RationalSolver::for_poles(ExactMatrix& exact, const RationalFunction& r, const Vector& b,
                               const std::function<void(double)>& see) {
  exact.precise->send(b, poles_.source);
  const DeviceCgResult together =
      solve_together(r, poles_.source, shared_tolerance(lattice_.precision(), solves_.action_tolerance));
  if (together.state == SolverState::exhausted)
    throw Error(
        ErrorKind::not_converged,
        fmt::format("rational function: out of iterations for all poles at once (residual {:.3g} after "
                    "{})",
                    together.residual, together.iterations),
        "raise <max_iterations>, or take larger masses");
  for (std::size_t k = 0; k < r.order(); ++k) {
    const double mass = std::sqrt(quark_.mass * quark_.mass + r.shifts[k]);
    op().set_mass(mass);
    exact.set_mass(mass);
    exact.precise->take(poles_.x[k], exact.x);
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
  op().set_mass(quark_.mass);
  exact.set_mass(quark_.mass);
}

void RationalSolver::apply(ExactMatrix& exact, const RationalFunction& r, const Vector& b) {
  exact.precise->at_zero(System::normal, b, exact.sum);
  exact.precise->scale(r.constant, exact.sum);
  for_poles(exact, r, b, [&](double numerator) { exact.precise->axpy(numerator, exact.x, exact.sum); });
}

double RationalSolver::form(ExactMatrix& exact, const RationalFunction& r, const Vector& b) {
  double sum = r.constant * exact.precise->norm2(b);
  for_poles(exact, r, b, [&](double numerator) {
    sum += numerator * (exact.precise->dot(exact.x, b).real() +
                        exact.precise->dot(exact.x, exact.refinement.residual()).real());
  });
  return sum;
}

}  // namespace glueball
