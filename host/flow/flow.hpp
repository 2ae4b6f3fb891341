// Gradient flow of a gauge field on a device.
#pragma once

#include <functional>
#include <optional>

#include "halo/halo.hpp"
#include "kernels/flow.hpp"
#include "lattice/configuration.hpp"
#include "lattice/flow_action.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// Integrates dV/dt = Z(V) V with Luescher's third-order Runge-Kutta scheme; reference/flow.hpp has action,
/// scheme and sources. Everything is in single precision. Links are projected to SU(3) at every stage.
class GradientFlow {
 public:
  GradientFlow(const DeviceLattice& lattice, const FlowAction& action);
  /// Returns how many layers of ghost sites a split lattice needs.
  static int layers(const FlowAction& action);

  void start(const Configuration& u);
  /// Copies links of the same lattice. On one rank this does not wait for the device.
  void start(const GaugeField& u);
  /// Advances t by eps. On one rank this does not wait for the device.
  void step(double eps);
  /// Makes a step and returns the largest distance between the third- and second-order results
  /// (reference::flow_step). If it is above `tolerance`, the field is left at the time before the step.
  struct Attempt {
    double distance;
    bool accepted;
  };
  Attempt try_step(double eps, double tolerance);

  /// Calls `hook` within steps, after each of their three stages, when the device has finished. CPU drivers
  /// need long for a stage, and a window may want to redraw meanwhile. The hook must not use the flow. An
  /// empty function removes it.
  void between_stages(std::function<void()> hook) { hook_ = std::move(hook); }

  double time() const { return time_; }
  /// Returns the links with all ghost layers of the lattice.
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
  std::optional<MomentumField> force_;         ///< force of the Zeuthen flow
  std::optional<GaugeField> before_;           ///< links before a step that may be rejected
  std::optional<MomentumField> second_order_;  ///< exponent of the second-order result
  std::optional<GlobalSums> largest_;          ///< largest distance of a step
};

/// Returns the longest constant step for which every mode of the field is stable. In the free field a mode of
/// momentum p decays as exp(-D t). D is at most 16 (1 - 8 c1), at p = (pi, pi, pi, pi), and 2/3 of that for
/// the Zeuthen flow. A step of length eps multiplies the mode by 1 + z + z^2 / 2 + z^3 / 6 with z = -eps D,
/// which is below 1 in magnitude while eps D < 2.5127. This bound was observed: lattices become meaningless
/// above 0.157 (Wilson), 0.0942 (Symanzik) and 0.1413 (Zeuthen), and not below.
double largest_stable_step(const FlowAction& action);

/// Adaptive step size, which keeps the distance of both orders near a tolerance (Fritzsch and Ramos,
/// arXiv:1301.4388, appendix D).
class StepSize {
 public:
  StepSize(double first, double tolerance) : eps_(first), tolerance_(tolerance) {}
  double eps() const { return eps_; }
  double tolerance() const { return tolerance_; }
  /// Updates the step after an attempt with `tried`: eps <- 0.95 tried (tolerance / distance)^(1/3), limited
  /// to between a fifth and twice `tried`.
  void learn(double tried, double distance);

 private:
  double eps_, tolerance_;
};

}  // namespace glueball
