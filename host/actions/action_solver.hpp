// The solves of an action with quarks: on the device for forces, to a true residual in double for energies.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "actions/chronology.hpp"
#include "actions/exact_links.hpp"
#include "actions/solves.hpp"
#include "fermion/registry.hpp"
#include "solvers/refinement.hpp"

namespace glueball {

/// A quark's matrix for an energy, in the space of the links, and A x = b with it to a true residual.
template <class F>
class ExactSolver {
 public:
  /// `inner` must outlive it.
  ExactSolver(std::unique_ptr<OuterSpace<F>> space, InnerSolver<F>& inner)
      : b(space->make()), x(space->make()), space_(std::move(space)), refinement_(*space_, inner) {}

  OuterSpace<F>& space() { return *space_; }
  Refinement<F>& refinement() { return refinement_; }

  OuterField<F> b, x;  ///< for the action's use, while it computes an energy

 private:
  std::unique_ptr<OuterSpace<F>> space_;
  Refinement<F> refinement_;
};

/// A quark's operator of the registry and A x = b with it, in the precision of a lattice and, where `solves`
/// asks for one, in a shorter one beside it; and in double for energies.
template <class F>
class ActionSolver {
 public:
  /// The fields must outlive the solver. Throws Error(bad_value) for an inner precision that is not shorter
  /// than the lattice's, or beside fields in images.
  ActionSolver(const DeviceLattice& lattice, const GaugeField& u, const ActionSolves& solves,
               const QuarkParameters& quark);
  ~ActionSolver();

  FermionOperator<F>& op() { return *op_; }
  const ActionSolves& solves() const { return solves_; }
  const QuarkParameters& quark() const { return quark_; }

  /// To be called when links have changed: the operators follow.
  void links_changed();
  /// To be called when the right-hand sides to come have nothing to do with those before.
  void forget() {
    chronology_.forget();
    last_ = nullptr;
  }

  /// To solves.force_tolerance on the device. x must stay until the next `forget`: an energy's solve starts
  /// from it. Throws Error(not_converged).
  void solve(const F& b, F& x);
  /// For `links` as they are now. On the device it is kept from energy to energy.
  std::shared_ptr<ExactSolver<F>> exact(const ExactLinks& links);
  /// To solves.action_tolerance with that, b and x in its space. Returns b^+ A^-1 b as Re x^+ (b + r), r = b
  /// - A x: its error is -r^+ A^-1 r, where that of b^+ x is of first order in r, whatever x began with.
  /// Throws Error(not_converged).
  double solve(ExactSolver<F>& exact, const OuterField<F>& b, OuterField<F>& x);

  /// Iterations since the last call.
  int take_iterations() { return std::exchange(iterations_, 0); }

 private:
  struct Short;  ///< what lives in the inner precision
  void solve_from_zero(const F& b, F& x, double tolerance);
  double relative_norm(const F& r, const F& b);

  const DeviceLattice& lattice_;
  const GaugeField& u_;
  ActionSolves solves_;
  QuarkParameters quark_;
  const OperatorKind<F>& kind_;
  std::shared_ptr<typename Operators<F>::Device> op_;
  std::unique_ptr<Short> short_;
  ConjugateGradient<F> cg_;  ///< in the shorter precision, where there is one
  InnerCg<F> inner_;
  std::unique_ptr<OuterSpace<F>> updates_space_;  ///< of the force in the lattice's precision,
  std::optional<Refinement<F>> updates_;          ///< around a shorter one
  std::shared_ptr<ExactSolver<F>> exact_;         ///< where it has been asked for
  Chronology<F> chronology_;
  const F* last_ = nullptr;              ///< the last solution of a force
  std::unique_ptr<F> residual_, image_;  ///< with guesses only
  VectorDots dots_;
  int iterations_ = 0;
};

extern template class ActionSolver<SpinorField>;
extern template class ActionSolver<ColourField>;

}  // namespace glueball
