// The gradient flow of a configuration with measurements at intervals.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "flow/flow.hpp"
#include "lattice/action_density.hpp"
#include "lattice/flow_action.hpp"
#include "measure/clover.hpp"
#include "measure/flow_scale.hpp"
#include "measure/observable_list.hpp"

namespace glueball {

/// All times are in units of a^2.
struct FlowSettings {
  double time = 2.0;      ///< last time
  double step = 0.01;     ///< step of the integration; with adaptive steps the first one
  double interval = 0.1;  ///< interval of measurements
  /// Times of measurements after t = 0 instead of an interval, in ascending order; the last is `time`.
  std::vector<double> times{};
  /// Largest distance of third- and second-order results in a step; 0: constant step size.
  double adaptive = 0.0;

  /// Returns the number of measurements after that at t = 0.
  int measurements() const;
};

/// Throws Error(bad_value) for steps at which the flow of this action is unstable (largest_stable_step), and
/// for too many steps.
void check(const FlowSettings& settings, const FlowAction& action);

/// The measurement at a flow time.
struct FlowRecord {
  double t = 0;
  ActionDensity density;

  double t2e() const { return t * t * density.energy(); }
};

/// Flows of one configuration after another on a lattice. Its curves give t0 and w0.
class FlowRun {
 public:
  /// The lattice must outlive this. Throws as `check` does.
  FlowRun(const DeviceLattice& lattice, const FlowSettings& settings, const FlowAction& action,
          FieldStrength charge);

  /// Projects the links to SU(3), and sets t = 0.
  void start(const Configuration& u);
  /// True if the last time is reached.
  bool finished() const { return measured_ > settings_.measurements(); }
  /// Flows to the next time of a measurement. Throws Error(not_converged) if the precision does not allow
  /// `adaptive`.
  void advance();
  /// Throws Error(device) for a field that is not finite, Error(not_converged) if the action has increased
  /// because steps were too long.
  FlowRecord measure();

  /// Calls `hook` between steps, when the device has finished; an empty function removes it.
  void between_steps(std::function<void()> hook) { hook_ = std::move(hook); }

  const DeviceLattice& lattice() const { return lattice_; }
  const GradientFlow& flow() const { return flow_; }
  /// Return t^2 E so far, by clover and by plaquette.
  const FlowCurve& clover() const { return clover_; }
  const FlowCurve& plaquette() const { return plaquette_; }
  /// Return the number of integration steps and of rejected ones.
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

/// Returns the memory of a gradient flow and its measurements (CloverMeasurement); `adaptive` adds that of
/// steps that may be rejected.
MemoryNeed flow_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, const FlowAction& action,
                       FieldStrength charge, bool adaptive, const ObservableList* observables = nullptr);

}  // namespace glueball
