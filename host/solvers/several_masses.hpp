// Staggered quarks of several masses over the same links: solved for at once, then each alone.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "fermion/registry.hpp"
#include "solvers/multishift_cg.hpp"
#include "solvers/refinement.hpp"

namespace glueball {

/// Their matrix on a device in the precision of the iterations, and the solutions.
class SeveralMasses {
 public:
  /// Serves up to `most` masses.
  SeveralMasses(std::unique_ptr<ColourOperator> op, std::size_t most);

  ColourOperator& op() { return *op_; }
  /// Returns the solver of the operator's present mass, for each mass alone.
  InnerSolver<ColourField>& inner() { return inner_; }

  ColourField source;          ///< for a right-hand side, on the even sites
  std::vector<ColourField> x;  ///< the solutions, up to the largest number of masses

  /// x_i = (least_mass^2 + shifts[i] - D_eo D_oe)^-1 b, or that is added; shifts[0] = 0 is the smallest. The
  /// operator keeps this mass.
  DeviceCgResult solve(const ColourField& b, double least_mass, std::vector<double> shifts, double tolerance,
                       int max_iterations, bool add = false);

 private:
  std::unique_ptr<ColourOperator> op_;
  MultishiftCg<ColourField> cg_;
  InnerCg<ColourField> inner_;
};

/// Returns the tolerance to which several masses are solved for at once, which is about the precision of a
/// residual.
double shared_tolerance(gpu::Precision precision, double tolerance);

/// Their matrix in double, for outer residuals.
class MassiveSystem {
 public:
  using Vector = PreciseField<ColourField>;
  /// Takes an operator and a function `make` that makes a space of it. `inner` must outlive this.
  template <class Make, class Operator>
  MassiveSystem(Make make, std::unique_ptr<Operator> op, InnerSolver<ColourField>& inner)
      : set_mass([&op = *op](double mass) { op.set_mass(mass); }),
        precise(make(std::move(op))),
        x(precise->make()),
        refinement(*precise, inner) {}

  std::function<void(double)> set_mass;
  std::unique_ptr<PreciseOperator<ColourField>> precise;
  Vector x;  ///< a solution
  Refinement<ColourField> refinement;
};

}  // namespace glueball
