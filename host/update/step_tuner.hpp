// Tuning of step sizes towards an acceptance.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace glueball {

/// Returns the acceptance of a chain in equilibrium with this variance of dH: erfc(sqrt(variance / 8)). It
/// assumes normally distributed dH with mean variance / 2, as <exp(-dH)> = 1 requires (M. Creutz, Phys. Rev.
/// D38 (1988) 1228; S. Gupta, A. Irbaeck, F. Karsch and B. Petersson, Phys. Lett. B242 (1990) 437).
double acceptance_of(double variance);

/// A predicted acceptance and its standard error.
struct ExpectedAcceptance {
  double value = 0, error = 0;
};

/// Chooses the steps of a trajectory from the variance of dH, which decreases as steps^(-2 order). The
/// acceptance itself says little while a chain thermalizes. From a hot start dH < 0 whatever the steps, and
/// each trajectory is accepted. From a cold start dH > 0, and trajectories are rejected one after the other
/// with the same dH. Therefore
///
/// - the beginning is left out, at most half of all trajectories: as much as makes the mean of the
///   others most certain (MSER: K. P. White, Simulation 69 (1997) 323);
/// - if the others still drift, by von Neumann's ratio, the variance is that of successive differences;
/// - a mean above variance / 2, beyond its error, counts as width, since such trajectories are rejected.
///
/// From one trajectory to the next steps at most double or halve. Before there are four trajectories they
/// only increase, after a large dH. Steps are a function of the dH so far, and of nothing else.
///
/// The width of N independent dH has a relative error of 1 / sqrt(2 N), which for a target of 0.8 is 0.2 /
/// sqrt(2 N) of acceptance: 0.022 for N = 40. Here it is 0.03, because the beginning is left out, and nine
/// chains of ten come within 0.05. If steps are few, a whole number may be further from the target: the
/// acceptances of 3 and 4 differ by 0.13, so that the nearer one may be 0.06 off. `expected` tells the
/// choice's acceptance.
class StepTuner {
 public:
  /// `target` is between 0 and 1; `order` is that of the integrator, with dH ~ steps^(-order).
  StepTuner(int steps, double target, int order = 2);

  /// Adds the dH of a trajectory of `steps()` steps.
  void learn(double delta_h);
  /// Returns the number of steps whose acceptance is nearest to the target.
  int steps() const;
  /// Returns the acceptance of `steps()` predicted from all dH so far, or nothing before there are four.
  std::optional<ExpectedAcceptance> expected() const;

 private:
  /// Returns the mean square of dH at `steps` that determines the acceptance.
  double spread(std::span<const double> scaled, double scale) const;

  double target_, target_variance_;
  double log_steps_;  ///< log of the fractional number of steps that gives the target
  int order_;
  std::vector<double> scaled_;  ///< dH steps^order of all trajectories
};

}  // namespace glueball
