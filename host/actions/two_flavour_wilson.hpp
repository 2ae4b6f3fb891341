// Two degenerate flavours of Wilson quarks, with or without twisted mass and clover term, even-odd
// preconditioned.
#pragma once

#include "actions/action.hpp"
#include "actions/action_solver.hpp"
#include "actions/context.hpp"
#include "actions/pseudofermion.hpp"

namespace glueball {

struct TwoFlavourParameters {
  double kappa = 0.15;              ///< hopping parameter, 1 / (2 m + 8)
  double force_tolerance = 1e-6;    ///< |r| / |b| of the force's solve, on the device
  double action_tolerance = 1e-10;  ///< true residual, in double, of the energy's solve
  int max_iterations = 5000;        ///< iterations of one solve
  std::uint64_t seed = 1;
};

/// S = phi^+ (Mhat^+ Mhat)^-1 phi - 2 log |det T_oo| with phi on the even sites. The weight is |det(Mhat)
/// det(T_oo)|^2 = det M(mu) M(-mu), the determinant of the doublet. Without a clover term T_oo is constant
/// and left out.
class TwoFlavourWilson : public Action {
 public:
  TwoFlavourWilson(const ActionContext& context, const QuarkParameters& quark);
  TwoFlavourWilson(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p,
                   const TwoFlavourParameters& parameters);

  std::string name() const override { return "two-flavour wilson"; }
  /// Draws phi = Mhat^+ eta with gaussian eta, in double. The energy of phi is |eta|^2 exactly.
  double refresh(DoubleLinks& u, std::uint32_t step) override;
  double energy(DoubleLinks& u) override;
  /// Throws Error(not_converged).
  void kick(double eps) override;
  int take_iterations() override { return solver_.take_iterations(); }

  /// Returns the pseudofermion, for tests.
  ParitySpinorField phi() const { return phi_.on_host(); }

 private:
  ActionContext context_;
  ActionSolver<SpinorField> solver_;
  Pseudofermion<SpinorField> phi_;
  SpinorField x_, y_;
};

}  // namespace glueball
