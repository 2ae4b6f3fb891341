// Solvers of overlap quarks, one for each mass, that solve for all masses at once.
#pragma once

#include <memory>
#include <vector>

#include "overlap/overlap_solver.hpp"

namespace glueball {

/// Serves code that computes a propagator from a solver of one mass, column by column, and then that of the
/// next mass. The first request for a source solves for all masses; later requests return stored solutions.
/// Solutions are those of the propagator with the mass, S(m) b = (D(m)^-1 b - b) / (1 - m), which
/// anticommutes with gamma5 at m = 0; correlators and condensates are made of it. They are stored until
/// `forget`.
class OverlapColumns {
 public:
  using Full = OverlapSolver::Full;

  /// `solver` must outlive this.
  explicit OverlapColumns(OverlapSolver& solver) : solver_(solver) {}

  /// Returns the solver of mass number k, which must not outlive this. Iterations that all masses share are
  /// counted for the mass that was solved first.
  std::unique_ptr<QuarkSolver<ParitySpinorField>> of_mass(std::size_t k);
  void forget() { columns_.clear(); }

 private:
  class OfMass;
  struct Column {
    Full source;
    std::vector<Full> solutions;
    std::vector<SolveResult> results;
    bool told = false;  ///< true if the shared iterations have been reported
  };
  /// True if the source is equal on all ranks.
  bool same_source(const Column& c, const Full& b) const;
  /// Returns the column of this source.
  Column& column(const Full& b);

  OverlapSolver& solver_;
  std::vector<Column> columns_;
};

}  // namespace glueball
