// The gradient flow of a configuration, measured on its way.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "flow/flow.hpp"
#include "measure/clover.hpp"
#include "measure/flow_scale.hpp"

namespace glueball {

/// All times in units of a^2.
struct FlowSettings {
  double time = 2.0;            ///< to reach
  double step = 0.01;           ///< of the integration; the first one where it is adaptive
  double interval = 0.1;        ///< between measurements
  std::vector<double> times{};  ///< of measurements after t = 0 instead, ascending; the last is `time`
  double adaptive = 0.0;  ///< largest distance of third- and second-order results in a step; 0: one size

  /// Measurements after that of t = 0.
  int measurements() const;
};

/// Throws Error(bad_value) for steps that the flow of this action does not survive (largest_stable_step), and
/// for more of them than anybody waits for.
void check(const FlowSettings& settings, const FlowAction& action);

/// What was measured at a flow time.
struct FlowRecord {
  double t = 0;
  ActionDensity density;

  double t2e() const { return t * t * density.energy(); }
};

/// One flow after another on a lattice. Its curves give t0 and w0.
class FlowRun {
 public:
  /// The lattice must outlive it. Throws as `check`.
  FlowRun(const DeviceLattice& lattice, const FlowSettings& settings, const FlowAction& action,
          FieldStrength charge);

  /// Takes the links, brought back to SU(3), to t = 0.
  void start(const Configuration& u);
  /// Whether the last time is reached.
  bool finished() const { return measured_ > settings_.measurements(); }
  /// Flows to the next time that is measured. Throws Error(not_converged) where `adaptive` is out of the
  /// precision's reach.
  void advance();
  /// Throws Error(device) for a field that is not finite, Error(not_converged) where steps were too long: the
  /// action has risen.
  FlowRecord measure();

  /// Called between steps, the device done; an empty one: nobody is.
  void between_steps(std::function<void()> hook) { hook_ = std::move(hook); }

  const DeviceLattice& lattice() const { return lattice_; }
  const GradientFlow& flow() const { return flow_; }
  /// t^2 E so far, by clover and by plaquette.
  const FlowCurve& clover() const { return clover_; }
  const FlowCurve& plaquette() const { return plaquette_; }
  /// Steps of the integration, and those that were taken back.
  int steps() const { return steps_; }
  int rejected() const { return rejected_; }

 private:
  void step(double left, double small);
  double next() const;

  const DeviceLattice& lattice_;
  FlowSettings settings_;
  GradientFlow flow_;
  CloverMeasurement measurement_;
  std::function<void()> hook_;
  std::optional<StepSize> step_size_;
  FlowCurve clover_, plaquette_;
  double last_action_ = 0;
  int measured_ = 0, steps_ = 0, rejected_ = 0;
};

}  // namespace glueball
