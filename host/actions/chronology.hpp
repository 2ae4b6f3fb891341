// First guesses for the solves of molecular dynamics, from the solutions before.
#pragma once

#include <vector>

#include "fermion/solver_matrix.hpp"
#include "linalg/vector_dots.hpp"

namespace glueball {

/// Minimal-residual extrapolation (Brower, Ivanenko, Levi and Orginos, hep-lat/9509012). The guess is the
/// combination of the last solutions that minimises x^+ A x - 2 Re b^+ x. Its coefficients are real:
/// solutions are smooth functions of time, and an extrapolation in time is a real combination. The class
/// keeps the last solution and its differences of first, second ... order. They span the same space as the
/// solutions, which are nearly parallel; the differences are not.
///
/// With a guess the force depends on earlier solutions within the solver's tolerance. The dynamics is then
/// reversible to that tolerance only, no longer to rounding.
template <class F>
class Chronology {
 public:
  Chronology(const DeviceLattice& lattice, int depth);

  /// Drops all solutions. Call this for new pseudofermions: solutions of another right-hand side are useless.
  void forget() { kept_ = 0; }
  /// Puts a guess into x and A x into ax. Returns false if there is none. The host waits for the device once,
  /// for more than nine solutions twice.
  bool guess(SolverMatrix<F>& op, const F& b, F& x, F& ax);
  /// Adds a solution. At most `depth` of them are kept.
  void remember(const F& x);

 private:
  /// Returns the best coefficients; empty if the numbers are not finite.
  std::vector<double> coefficients(std::span<const F> images, bool root, const F& b);
  /// Computes sum += a x; sum = a x if `first`.
  void add(double a, const F& x, F& sum, bool first) const;

  const DeviceLattice& lattice_;
  std::vector<F> differences_;  ///< order 0 is the last solution; the first kept_ are valid
  std::size_t kept_ = 0;
  std::vector<F> images_;  ///< A times the differences, or a root of A times them
  std::vector<F> room_;    ///< two work fields
  VectorDots dots_;
};

extern template class Chronology<SpinorField>;
extern template class Chronology<ColourField>;

}  // namespace glueball
