// Step sizes tuned towards an acceptance.
#pragma once

namespace glueball {

/// Chooses the steps of a trajectory by Robbins and Monro's stochastic approximation (Ann. Math. Stat. 22 (1951) 400): after
/// trajectory n the logarithm of their number moves by gain_n (target - min(1, exp(-dH))), gain_n = 1.5 / n^0.6, at most
/// doubling it. A function of the dH it was shown alone.
class StepTuner {
 public:
  /// `target` between 0 and 1.
  StepTuner(int steps, double target);

  /// dH of a trajectory of `steps()` steps.
  void learn(double delta_h);
  int steps() const;

 private:
  double target_, log_steps_;
  int learned_ = 0;
};

}  // namespace glueball
