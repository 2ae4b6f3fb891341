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

/// Their matrix on a device, in the precision of the iterations, and the solutions there.
class SeveralMasses {
 public:
  /// For up to so many.
  SeveralMasses(std::unique_ptr<ColourOperator> op, std::size_t most);

  ColourOperator& op() { return *op_; }
  /// Of the operator as it is: for each mass alone.
  InnerSolver<ColourField>& inner() { return inner_; }

  ColourField source;          ///< for a right-hand side, on the even sites
  std::vector<ColourField> x;  ///< the solutions, as many as there is room for

  /// x_i = (least_mass^2 + shifts[i] - D_eo D_oe)^-1 b, or that added; shifts[0] = 0 is the smallest. The
  /// operator is left with that mass.
  DeviceCgResult solve(const ColourField& b, double least_mass, std::vector<double> shifts, double tolerance,
                       int max_iterations, bool add = false);

 private:
  std::unique_ptr<ColourOperator> op_;
  MultishiftCg<ColourField> cg_;
  InnerCg<ColourField> inner_;
};

/// How far systems of several masses are solved together: about as far as a residual in this precision is
/// true.
double shared_tolerance(gpu::Precision precision, double tolerance);

/// Their matrix in double, where residuals are computed.
class MassiveSpace {
 public:
  using Vector = OuterField<ColourField>;
  /// From an operator, `make` a space of it. `inner` must outlive it.
  template <class Make, class Operator>
  MassiveSpace(Make make, std::unique_ptr<Operator> op, InnerSolver<ColourField>& inner)
      : set_mass([&op = *op](double mass) { op.set_mass(mass); }),
        space(make(std::move(op))),
        x(space->make()),
        refinement(*space, inner) {}

  std::function<void(double)> set_mass;
  std::unique_ptr<OuterSpace<ColourField>> space;
  Vector x;  ///< a solution
  Refinement<ColourField> refinement;
};

}  // namespace glueball
