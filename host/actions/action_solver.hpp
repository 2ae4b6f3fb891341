// Solvers of an action with quarks: on the device for forces, to a true residual in double for energies.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "actions/chronology.hpp"
#include "actions/double_links.hpp"
#include "actions/solves.hpp"
#include "fermion/registry.hpp"
#include "solvers/refinement.hpp"

namespace glueball {

/// The matrix of a quark for an energy, in the space of the links, and a solver of A x = b to a true
/// residual.
template <class F>
class ExactSolver {
 public:
  /// `inner` must outlive this object.
  ExactSolver(std::unique_ptr<PreciseOperator<F>> precise, InnerSolver<F>& inner)
      : b(precise->make()), x(precise->make()), precise_(std::move(precise)), refinement_(*precise_, inner) {}

  PreciseOperator<F>& precise() { return *precise_; }
  Refinement<F>& refinement() { return refinement_; }

  PreciseField<F> b, x;  ///< the action uses both while it computes an energy

 private:
  std::unique_ptr<PreciseOperator<F>> precise_;
  Refinement<F> refinement_;
};

/// The operator of a quark and a solver of A x = b. Forces are solved in the precision of the lattice, with a
/// shorter inner precision if `solves` names one. Energies are solved in double.
template <class F>
class ActionSolver {
 public:
  /// The fields must outlive the solver. Throws Error(bad_value) for an inner precision that is not shorter
  /// than the lattice's, and for fields in images.
  ActionSolver(const DeviceLattice& lattice, const GaugeField& u, const ActionSolves& solves,
               const QuarkParameters& quark);
  ~ActionSolver();

  FermionOperator<F>& op() { return *op_; }
  const ActionSolves& solves() const { return solves_; }
  const QuarkParameters& quark() const { return quark_; }

  /// Updates the operators; call this when links have changed.
  void links_changed();
  /// Drops earlier solutions; call this when the next right-hand sides are unrelated to the earlier ones.
  void forget() {
    chronology_.forget();
    last_ = nullptr;
  }

  /// Solves to solves.force_tolerance on the device. x must stay until the next `forget`, because an energy's
  /// solve starts from it. Throws Error(not_converged).
  void solve(const F& b, F& x);
  /// Returns the solver for `links` as they are now. A solver on the device is kept from energy to energy.
  std::shared_ptr<ExactSolver<F>> exact(const DoubleLinks& links);
  /// Solves to solves.action_tolerance, with b and x in the space of `exact`. Returns b^+ A^-1 b as Re x^+ (b
  /// + r), r = b - A x. The error of this form is -r^+ A^-1 r for every start; that of b^+ x is of first
  /// order in r. Throws Error(not_converged).
  double solve(ExactSolver<F>& exact, const PreciseField<F>& b, PreciseField<F>& x);

  /// Returns the number of iterations since the last call.
  int take_iterations() { return std::exchange(iterations_, 0); }

 private:
  struct Short;  ///< fields and operator in the inner precision
  void solve_from_zero(const F& b, F& x, double tolerance);
  double relative_norm(const F& r, const F& b);

  const DeviceLattice& lattice_;
  const GaugeField& u_;
  ActionSolves solves_;
  QuarkParameters quark_;
  const OperatorKind<F>& kind_;
  std::shared_ptr<typename Operators<F>::Device> op_;
  std::unique_ptr<Short> short_;
  ConjugateGradient<F> cg_;  ///< in the inner precision, if there is one
  InnerCg<F> inner_;
  /// space of the reliable updates in the lattice's precision
  std::unique_ptr<PreciseOperator<F>> updates_precise_;
  std::optional<Refinement<F>> updates_;   ///< with a shorter inner precision
  std::shared_ptr<ExactSolver<F>> exact_;  ///< on the device, once asked for
  Chronology<F> chronology_;
  const F* last_ = nullptr;              ///< the last solution of a force
  std::unique_ptr<F> residual_, image_;  ///< allocated only with guesses
  VectorDots dots_;
  int iterations_ = 0;
};

extern template class ActionSolver<SpinorField>;
extern template class ActionSolver<ColourField>;

}  // namespace glueball
