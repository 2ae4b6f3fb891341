// Solvers of overlap quarks, one a mass, that solve for all masses at once.
#pragma once

#include <memory>
#include <vector>

#include "overlap/overlap_solver.hpp"

namespace glueball {

/// For who takes a propagator from a solver of one mass, column by column, and then that of the next mass:
/// the first to ask for a source has it solved for all masses; the others find theirs here. Solutions are
/// those of the massless propagator with a mass, S(m) b = (D(m)^-1 b - b) / (1 - m), which anticommutes with
/// gamma5 at m = 0: correlators and condensates are made of it. They are kept until `forget`.
class OverlapColumns {
 public:
  using Full = OverlapSolver::Full;

  /// `solver` must outlive it.
  explicit OverlapColumns(OverlapSolver& solver) : solver_(solver) {}

  /// Of mass number k; must not outlive this. Its results have the iterations that all masses share in those
  /// of the mass that was first.
  std::unique_ptr<QuarkSolver<ParitySpinorField>> of_mass(std::size_t k);
  void forget() { columns_.clear(); }

 private:
  class OfMass;
  struct Column {
    Full source;
    std::vector<Full> solutions;
    std::vector<SolveResult> results;
    bool told = false;  ///< of the shared iterations
  };
  /// On all ranks.
  bool same_source(const Column& c, const Full& b) const;
  /// That of this source.
  Column& column(const Full& b);

  OverlapSolver& solver_;
  std::vector<Column> columns_;
};

}  // namespace glueball
