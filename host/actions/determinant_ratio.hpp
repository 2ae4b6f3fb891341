// The ratio of two determinants of doublets of Wilson quarks (Hasenbusch, hep-lat/0107019).
#pragma once

#include "actions/action.hpp"
#include "actions/action_solver.hpp"
#include "actions/context.hpp"
#include "actions/pseudofermion.hpp"

namespace glueball {

/// S = phi^+ W (Mhat^+ Mhat)^-1 W^+ phi, where W is the even-odd matrix of the heavier quarks. The weight is
/// det(Mhat)^2 / det(W)^2; with a clover term the determinants of T_oo are added as in TwoFlavourWilson. A
/// chain of masses needs one determinant of the heaviest quarks and ratios of neighbouring masses.
class DeterminantRatio : public Action {
 public:
  DeterminantRatio(const ActionContext& context, const QuarkParameters& light, const QuarkParameters& heavy);

  std::string name() const override { return "ratio"; }
  /// Draws phi = (W^+)^-1 Mhat^+ eta with gaussian eta. The energy is |eta|^2 to the accuracy of that solve.
  double refresh(DoubleLinks& u, std::uint32_t step) override;
  double energy(DoubleLinks& u) override;
  /// Throws Error(not_converged).
  void kick(double eps) override;
  int take_iterations() override { return light_.take_iterations() + heavy_.take_iterations(); }

 private:
  ActionContext context_;
  ActionSolver<SpinorField> light_, heavy_;
  Pseudofermion<SpinorField> phi_;
  SpinorField b_, x_, y_;
};

}  // namespace glueball
