#include "actions/rational_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace glueball {

template <class F>
RationalSolver<F>::RationalSolver(const DeviceLattice& lattice, const GaugeField& u,
                                  const ActionSolves& solves, const QuarkParameters& quark, std::size_t poles)
    : lattice_(lattice),
      solves_(solves),
      quark_(quark),
      kind_(operator_kind<F>(quark.action)),
      poles_(kind_.on_device(lattice, u, quark), poles) {
  op().make_room_for_derivative();
}

template <class F>
DeviceCgResult RationalSolver<F>::solve_together(const RationalFunction& r, const F& b, double tolerance) {
  std::vector<double> beyond;
  for (const double d : r.shifts) beyond.push_back(d - r.shifts.front());
  shift_to(r.shifts.front());
  const DeviceCgResult result = poles_.solve(b, std::move(beyond), tolerance, solves_.max_iterations);
  shift_to(0);
  iterations_ += result.iterations;
  return result;
}

template <class F>
std::span<const F> RationalSolver<F>::solve(const RationalFunction& r, const F& b) {
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
        "raise <max_iterations>, take shorter steps, or heavier quarks");
  return std::span(poles_.x).first(r.order());
}

template <class F>
std::shared_ptr<ExactMatrix<F>> RationalSolver<F>::exact(const DoubleLinks& links) {
  const GaugeField* device = links.on_device();
  if (!device)
    return std::make_shared<ExactMatrix<F>>(precise_on_host<F>,
                                            kind_.pair(links.configuration(), quark_).host, poles_.inner());
  if (!exact_)
    exact_ = std::make_shared<ExactMatrix<F>>(
        precise_on_device<F>, kind_.on_device(device->lattice(), *device, quark_), poles_.inner());
  exact_->precise->links_changed();
  return exact_;
}

template <class F>
void RationalSolver<F>::for_poles(ExactMatrix<F>& exact, const RationalFunction& r, const Vector& b,
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
        "raise <max_iterations>, or take heavier quarks");
  for (std::size_t k = 0; k < r.order(); ++k) {
    shift_to(r.shifts[k], &exact);
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
  shift_to(0, &exact);
}

template <class F>
void RationalSolver<F>::shift_to(double shift, ExactMatrix<F>* exact) {
  if constexpr (std::is_same_v<F, ColourField>) {
    // A mass whose square would be rounded is kept as it is.
    const double mass = shift == 0 ? quark_.mass : std::sqrt(quark_.mass * quark_.mass + shift);
    op().set_mass(mass);
    if (exact) exact->set_mass(mass);
  } else {
    op().set_shift(shift);
    if (exact) exact->precise->set_shift(shift);
  }
}

template <class F>
void RationalSolver<F>::apply(ExactMatrix<F>& exact, const RationalFunction& r, const Vector& b) {
  exact.precise->at_zero(System::normal, b, exact.sum);
  exact.precise->scale(r.constant, exact.sum);
  for_poles(exact, r, b, [&](double numerator) { exact.precise->axpy(numerator, exact.x, exact.sum); });
}

template <class F>
double RationalSolver<F>::form(ExactMatrix<F>& exact, const RationalFunction& r, const Vector& b) {
  double sum = r.constant * exact.precise->norm2(b);
  for_poles(exact, r, b, [&](double numerator) {
    sum += numerator * (exact.precise->dot(exact.x, b).real() +
                        exact.precise->dot(exact.x, exact.refinement.residual()).real());
  });
  return sum;
}

template class RationalSolver<SpinorField>;
template class RationalSolver<ColourField>;

}  // namespace glueball
