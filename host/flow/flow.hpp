// Gradient flow of a gauge field on a device.
#pragma once

#include <functional>
#include <optional>

#include "halo/halo.hpp"
#include "kernels/flow.hpp"
#include "lattice/configuration.hpp"
#include "linalg/global_sums.hpp"
#include "reference/flow.hpp"

namespace glueball {

/// Integrates dV/dt = Z(V) V with Luescher's third-order Runge-Kutta scheme (reference/flow.hpp has action,
/// scheme and sources). Everything is single precision; links come back to SU(3) at every stage.
class GradientFlow {
 public:
  GradientFlow(const DeviceLattice& lattice, const FlowAction& action);
  /// Of neighbours' sites that the lattice has to hold where it is split.
  static int layers(const FlowAction& action);

  void start(const Configuration& u);
  /// From links of the same lattice, which stay as they are; where it is not split without waiting for the
  /// device.
  void start(const GaugeField& u);
  /// t += eps, likewise.
  void step(double eps);
  /// The same, and the largest distance of the third- and second-order results (reference::flow_step). With
  /// that above `tolerance` the field stays where it was.
  struct Attempt {
    double distance;
    bool accepted;
  };
  Attempt try_step(double eps, double tolerance);

  /// Calls `hook` inside of steps, after each of their three stages, with the device done: a CPU driver takes
  /// long for them, and somebody may want to be shown something meanwhile. It must leave the flow alone. An
  /// empty one: nobody does.
  void between_stages(std::function<void()> hook) { hook_ = std::move(hook); }

  double time() const { return time_; }
  /// With all layers of the neighbours that the lattice holds.
  const GaugeField& links() const { return u_; }
  Configuration configuration() const;

 private:
  void stage(const FlowStage& stage, double eps);

  const DeviceLattice& lattice_;
  FlowAction action_;
  Halo halo_;
  std::function<void()> hook_;
  double time_ = 0;
  GaugeField u_, moved_;
  MomentumField k_;
  std::optional<MomentumField> force_;         ///< of the Zeuthen flow
  std::optional<GaugeField> before_;           ///< of steps that may be taken back
  std::optional<MomentumField> second_order_;  ///< exponent of the second-order result
  std::optional<GlobalSums> largest_;          ///< distance of a step
};

/// The longest step of one size that every mode of the field survives. A mode of momentum p decays in time as
/// exp(-D t), with D of the action's free field 16 (1 - 8 c1) at most, at p = (pi, pi, pi, pi), of the
/// Zeuthen flow 2/3 of that; a step of length eps multiplies it by 1 + z + z^2 / 2 + z^3 / 6, z = -eps D,
/// below 1 while eps D < 2.5127. Seen just so: lattices flow to nonsense above 0.157 (Wilson), 0.0942
/// (Symanzik) and 0.1413 (Zeuthen), and do not below.
double largest_stable_step(const FlowAction& action);

/// Step sizes that hold the distance of both orders at a tolerance (Fritzsch and Ramos, arXiv:1301.4388,
/// appendix D).
class StepSize {
 public:
  StepSize(double first, double tolerance) : eps_(first), tolerance_(tolerance) {}
  double eps() const { return eps_; }
  double tolerance() const { return tolerance_; }
  /// After an attempt with `tried`: eps <- 0.95 tried (tolerance / distance)^(1/3), at most twice and at
  /// least a fifth of it.
  void learn(double tried, double distance);

 private:
  double eps_, tolerance_;
};

}  // namespace glueball
