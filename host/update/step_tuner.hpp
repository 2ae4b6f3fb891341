// Step sizes tuned towards an acceptance.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace glueball {

/// Acceptance of a chain in equilibrium whose dH have this variance: erfc(sqrt(variance / 8)), that of
/// normally distributed dH with the mean variance / 2 that <exp(-dH)> = 1 asks for (M. Creutz, Phys. Rev. D38
/// (1988) 1228; S. Gupta, A. Irbaeck, F. Karsch and B. Petersson, Phys. Lett. B242 (1990) 437).
double acceptance_of(double variance);

/// An acceptance that is not measured, and its standard error.
struct ExpectedAcceptance {
  double value = 0, error = 0;
};

/// Chooses the steps of a trajectory from the variance of dH, which falls with the steps as steps^(-2 order).
/// The acceptance itself says little while a chain thermalizes: from a hot start energy is lost, dH < 0
/// whatever the steps, and each trajectory is accepted; from a cold one it is gained, and one after the other
/// is refused with the same dH. So
/// - the beginning is left out, half of all trajectories at most: as much as makes the others' mean most
///   certain (MSER: K. P. White, Simulation 69 (1997) 323);
/// - where the others still drift, by von Neumann's ratio, the variance is taken from successive differences;
/// - a mean above variance / 2, beyond its error, counts as width: such trajectories are refused.
///
/// From one trajectory to the next steps at most double or halve. Before there are four trajectories they
/// only rise, with a large dH. They are a function of the dH that were shown, and of nothing else.
///
/// The width of N independent dH is known to 1 / sqrt(2 N), which for a target of 0.8 is 0.2 / sqrt(2 N) of
/// acceptance: 0.022 with 40 of them, and 0.03 here, where the beginning is left out: nine chains of ten come
/// within 0.05. Where steps are few, a whole number of them is further from the target than that: of 3 and 4,
/// 0.13 of acceptance apart, the nearer one may be 0.06 off. `expected` says what the choice is worth.
class StepTuner {
 public:
  /// `target` between 0 and 1; `order` of the integrator, dH ~ steps^(-order).
  StepTuner(int steps, double target, int order = 2);

  /// dH of a trajectory of `steps()` steps.
  void learn(double delta_h);
  /// Of the two whole numbers about the steps wanted that whose acceptance is nearer to the target.
  int steps() const;
  /// The acceptance of `steps()`, as far as the dH so far tell; nothing before there are four.
  std::optional<ExpectedAcceptance> expected() const;

 private:
  /// The square of dH at `steps`, as wide as the acceptance feels it.
  double spread(std::span<const double> scaled, double scale) const;

  double target_, target_variance_;
  double log_steps_;  ///< that give the target, if there were fractions of a step
  int order_;
  std::vector<double> scaled_;  ///< dH steps^order of all trajectories
};

}  // namespace glueball
