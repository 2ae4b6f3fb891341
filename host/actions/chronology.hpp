// First guesses for the solves of molecular dynamics, from the solutions before.
#pragma once

#include <vector>

#include "fermion/solver_matrix.hpp"
#include "linalg/vector_dots.hpp"

namespace glueball {

/// Minimal-residual extrapolation (Brower, Ivanenko, Levi and Orginos, hep-lat/9509012): of the combinations
/// of the last solutions that which minimises x^+ A x - 2 Re b^+ x. Its coefficients are real here: solutions
/// are smooth functions of the time, and extrapolations in time are real combinations. The last solutions are
/// kept as the last one and its differences of first, second ... order to those before: they span the same,
/// and are far from parallel, which solutions are nearly.
///
/// A guess makes the force depend on the past by what the solver's tolerance leaves: the dynamics is
/// reversible to that tolerance only, no longer to rounding.
template <class F>
class Chronology {
 public:
  Chronology(const DeviceLattice& lattice, int depth);

  /// Solutions of another right-hand side are no use: for new pseudofermions.
  void forget() { kept_ = 0; }
  /// Whether there is a guess; it is then in x, and A x in ax. The host waits for the device once, for
  /// more than nine solutions twice.
  bool guess(SolverMatrix<F>& op, const F& b, F& x, F& ax);
  void remember(const F& x);

 private:
  /// The best coefficients; nothing where numbers are none.
  std::vector<double> coefficients(std::span<const F> images, bool root, const F& b);
  /// sum += a x, or = for the first.
  void add(double a, const F& x, F& sum, bool first) const;

  const DeviceLattice& lattice_;
  std::vector<F> differences_;  ///< of order 0, the last solution, 1 and so on; the first kept_ of them
  std::size_t kept_ = 0;
  std::vector<F> images_;  ///< a root of A times them, or A
  std::vector<F> room_;    ///< two to work with
  VectorDots dots_;
};

extern template class Chronology<SpinorField>;
extern template class Chronology<ColourField>;

}  // namespace glueball
