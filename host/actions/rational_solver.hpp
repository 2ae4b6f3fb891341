// Rational functions of a quark's matrix: on the device for forces, in double for energies.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "actions/double_links.hpp"
#include "actions/solves.hpp"
#include "fermion/registry.hpp"
#include "rational/rational_function.hpp"
#include "solvers/largest_eigenvalue.hpp"
#include "solvers/shifted_systems.hpp"

namespace glueball {

/// Relative errors of the approximations in energies and heatbaths, and in forces.
inline constexpr double kExactError = 1e-12, kForceError = 1e-7;

/// The hermitian A of SolverMatrix::normal in double, in the space of the links, with work fields.
template <class F>
class ExactMatrix : public PreciseSystem<F> {
 public:
  template <class Make, class Operator>
  ExactMatrix(Make make, std::unique_ptr<Operator> op, InnerSolver<F>& inner)
      : PreciseSystem<F>(make, std::move(op), inner), sum(this->precise->make()), room(*this->precise) {}

  PreciseField<F> sum;  ///< r(A) b
  LanczosRoom<F> room;
};

/// Solver for rational functions. It solves for all poles at once (MultishiftCg) in the precision of the
/// lattice. For an answer in double it continues each pole's solve by itself, to its true residual.
template <class F>
class RationalSolver {
 public:
  using Vector = PreciseField<F>;
  using Operator = typename Operators<F>::Device;
  /// Takes functions of up to `poles` poles. The fields must outlive the solver.
  RationalSolver(const DeviceLattice& lattice, const GaugeField& u, const ActionSolves& solves,
                 const QuarkParameters& quark, std::size_t poles);

  Operator& op() { return poles_.op(); }
  /// Updates the operator; call this when links have changed.
  void links_changed() { op().links_changed(); }

  /// Returns x_i = (A + shifts[i])^-1 b, each to solves.force_tolerance, on the device; valid until the next
  /// solve. Throws Error(not_converged).
  std::span<const F> solve(const RationalFunction& r, const F& b);

  /// Returns the matrix for `links` as they are now. A matrix on the device is kept from energy to energy.
  std::shared_ptr<ExactMatrix<F>> exact(const DoubleLinks& links);
  /// Computes exact.sum = r(A) b, each solution to solves.action_tolerance. Throws Error(not_converged).
  void apply(ExactMatrix<F>& exact, const RationalFunction& r, const Vector& b);
  /// Returns b^+ r(A) b, likewise. Each pole's part is Re x^+ (b + residual), whose error is of second order
  /// in the residual.
  double form(ExactMatrix<F>& exact, const RationalFunction& r, const Vector& b);

  /// Returns the number of iterations since the last call.
  int take_iterations() { return std::exchange(iterations_, 0); }

 private:
  /// Makes A + shift the matrix of the iterations, and of `exact` unless it is null.
  void shift_to(double shift, ExactMatrix<F>* exact = nullptr);
  DeviceCgResult solve_together(const RationalFunction& r, const F& b, double tolerance);
  /// Calls `see` for each pole, with its solution in exact.x.
  void for_poles(ExactMatrix<F>& exact, const RationalFunction& r, const Vector& b,
                 const std::function<void(double numerator)>& see);

  const DeviceLattice& lattice_;
  ActionSolves solves_;
  QuarkParameters quark_;
  const OperatorKind<F>& kind_;
  ShiftedSystems<F> poles_;
  std::shared_ptr<ExactMatrix<F>> exact_;  ///< on the device, once asked for
  int iterations_ = 0;
};

extern template class RationalSolver<SpinorField>;
extern template class RationalSolver<ColourField>;

}  // namespace glueball
