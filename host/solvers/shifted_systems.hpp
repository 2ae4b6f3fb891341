// Systems A + shift_i of one quark: solved for all at once on a device, then each alone in high precision.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "fermion/registry.hpp"
#include "solvers/multishift_cg.hpp"
#include "solvers/refinement.hpp"

namespace glueball {

/// The quark's matrix on a device in the precision of the iterations, and the solutions.
template <class F>
class ShiftedSystems {
 public:
  using Operator = typename Operators<F>::Device;
  /// Serves up to `most` shifts.
  ShiftedSystems(std::unique_ptr<Operator> op, std::size_t most);

  Operator& op() { return *op_; }
  /// Returns the solver of the operator's present A, for each shift alone.
  InnerSolver<F>& inner() { return inner_; }

  F source;          ///< for a right-hand side, on the even sites
  std::vector<F> x;  ///< the solutions, up to the largest number of shifts

  /// x_i = (A + shifts[i])^-1 b with the operator's present A, or that is added; shifts[0] = 0 is the
  /// smallest.
  DeviceCgResult solve(const F& b, std::vector<double> shifts, double tolerance, int max_iterations,
                       bool add = false);

 private:
  std::unique_ptr<Operator> op_;
  MultishiftCg<F> cg_;
  InnerCg<F> inner_;
};

extern template class ShiftedSystems<SpinorField>;
extern template class ShiftedSystems<ColourField>;

/// Returns the tolerance to which several systems are solved at once, which is about the precision of a
/// residual.
double shared_tolerance(gpu::Precision precision, double tolerance);

/// The quark's matrix in double, for outer residuals. The shift of colour vectors is their mass.
template <class F>
class PreciseSystem {
 public:
  using Vector = PreciseField<F>;
  /// Takes an operator and a function `make` that makes a space of it. `inner` must outlive this.
  template <class Make, class Operator>
  PreciseSystem(Make make, std::unique_ptr<Operator> op, InnerSolver<F>& inner)
      : set_mass(mass_of(*op)),
        precise(make(std::move(op))),
        x(precise->make()),
        refinement(*precise, inner) {}

  std::function<void(double)> set_mass;  ///< of colour vectors
  std::unique_ptr<PreciseOperator<F>> precise;
  Vector x;  ///< a solution
  Refinement<F> refinement;

 private:
  template <class Operator>
  static std::function<void(double)> mass_of(Operator& op) {
    if constexpr (requires { op.set_mass(0); })
      return [&op](double mass) { op.set_mass(mass); };
    else
      return {};
  }
};

}  // namespace glueball
