// First guesses for the solves of molecular dynamics, from the solutions before.
#pragma once

#include <vector>

#include "fermion/solver_matrix.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// Minimal-residual extrapolation (Brower, Ivanenko, Levi and Orginos, hep-lat/9509012): the combination of
/// the last solutions that minimises x^+ A x - 2 Re b^+ x. Its coefficients are real here: solutions are
/// smooth functions of the time, and extrapolations in time are real combinations.
///
/// A guess makes the force depend on the past by what the solver's tolerance leaves: the dynamics is
/// reversible to that tolerance only, no longer to rounding.
template <class F>
class Chronology {
 public:
  Chronology(const DeviceLattice& lattice, int depth);

  /// Solutions of another right-hand side are no use: for new pseudofermions.
  void forget() { kept_ = 0; }
  /// Whether there is a guess; it is then in x, and A x in ax.
  bool guess(SolverMatrix<F>& op, const F& b, F& x, F& ax);
  void remember(const F& x);

 private:
  /// Turns the solutions, newest first, into orthonormal vectors of the same spans; drops what is no new
  /// direction.
  void orthonormalise();

  const DeviceLattice& lattice_;
  std::vector<F> solutions_;  ///< the first kept_ of them, newest first
  std::size_t kept_ = 0;
  std::vector<F> images_;  ///< A times them
  F middle_;
  GlobalSums sums_;
};

extern template class Chronology<SpinorField>;
extern template class Chronology<ColourField>;

}  // namespace glueball
