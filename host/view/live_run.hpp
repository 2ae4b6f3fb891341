// A run that continues while a window shows it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "field/device_lattice.hpp"
#include "field/field.hpp"
#include "field/memory_need.hpp"
#include "fix/gauge_fixer.hpp"
#include "lattice/configuration.hpp"
#include "linalg/global_sums.hpp"
#include "run/step_record.hpp"
#include "view/scene.hpp"

namespace glueball::view {

enum class RunKind { fixed, heatbath, hmc, flow, fix };

/// Parameters of all kinds of runs; each uses those that it knows.
struct RunParameters {
  double beta = 6.0;
  double c1 = 0;            ///< coefficient of the rectangles
  int overrelaxation = 4;   ///< sweeps after each heatbath sweep
  double kappa = 0;         ///< hopping parameter of HMC's two Wilson flavours; 0: pure gauge theory
  double tau = 1.0;         ///< length of a trajectory
  int steps = 10;           ///< integration steps a trajectory
  double flow_step = 0.02;  ///< step of the gradient flow
  Gauge gauge = Gauge::landau;
  double omega = 1.7;  ///< overrelaxation parameter of gauge fixing
  int sweeps = 10;     ///< gauge-fixing sweeps a step
  std::uint64_t seed = 1;
};

/// A number that can be changed during the run.
struct LiveParameter {
  std::string name;  ///< the flag's name without dashes: "beta"
  double value, lowest, highest;
};

/// A history y(x), where x is sweeps, trajectories or flow time.
struct Series {
  std::vector<double> x, y;
  void add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
};

/// The interface of a run: a sequence of states of the links. Work is queued on the lattice's device. Users
/// must only read the fields that it returns.
class LiveRun {
 public:
  virtual ~LiveRun() = default;

  virtual RunKind kind() const = 0;
  /// Makes one sweep, trajectory, flow step or a few gauge-fixing sweeps, and measures. A fixed configuration
  /// does not change.
  void step();

  virtual const DeviceLattice& lattice() const = 0;
  /// Returns the present links on the device, valid until the next step. On a split lattice they have ghost
  /// links.
  virtual const GaugeField& links() = 0;
  /// Returns the gauge transformation for the residual; null means 1.
  virtual const TransformField* transform() { return nullptr; }
  /// Returns the gauge of the residual.
  virtual Gauge gauge() const { return Gauge::landau; }
  /// Returns the present links for a checkpoint, on several ranks this rank's part. `glueball measure` of the
  /// file gives the values of the histories.
  virtual Configuration configuration() = 0;

  /// Counts states of links and transformation: equal versions have equal fields.
  std::uint64_t version() const { return version_; }
  /// Returns the number of steps.
  int steps() const { return steps_; }
  /// For example "sweep 120", "trajectory 7", "flow time 0.84" or "gauge-fixing sweep 300"; empty for a fixed
  /// configuration.
  virtual std::string label() const = 0;
  /// Returns the unit of the histories' x: "sweep", "trajectory", "flow time"...; empty for a fixed
  /// configuration.
  virtual std::string unit() const = 0;
  /// Returns the present x.
  virtual double position() const { return double(steps_); }
  /// Returns the least bytes that a step moves between the device's memory and processor, or 0 if unknown.
  virtual double bytes_per_step() const { return 0; }
  /// Returns the duration of the last step, with the wait for the device.
  double seconds() const { return seconds_; }

  virtual std::vector<LiveParameter> parameters() const { return {}; }
  /// Sets a function that is called within a long step (between sweeps, or between moves of a trajectory)
  /// when the device is idle, so that a window stays responsive. Links, transformation and version are still
  /// those of the previous step; `links()` must not be called there.
  virtual void on_pause(std::function<void()>) {}  // NOLINT(performance-unnecessary-value-param)
  /// True within such a call.
  bool paused() const { return stepping_; }

  /// Changes a parameter from the next step on. Throws Error(bad_value) for an unknown name or an invalid
  /// value.
  void set(const std::string& name, double value);

  /// Returns the histories by name: "plaquette" (spatial and temporal together), "polyakov_re", "polyakov_im"
  /// (of any run); "delta_h", "accepted", "acceptance", "iterations" (hmc); "energy" (t^2 E; flow); "theta",
  /// "functional" (fix); "charge" if a picture computed it.
  const std::map<std::string, Series>& histories() const { return histories_; }
  /// Adds a value to a history at the present position.
  void record(const std::string& name, double value) { note(name, position(), value); }
  /// Adds the record of a chain's last step at the present position.
  void record(const StepRecord& record) { note(position(), record); }

 protected:
  LiveRun() = default;
  virtual void advance() = 0;
  /// Changes one of parameters(); the value is in range.
  virtual void change(const std::string& name, double value) { (void)name, (void)value; }
  /// Adds a value at another position.
  void note(const std::string& name, double at, double value) { histories_[name].add(at, value); }
  void note(double at, const StepRecord& record);
  /// Measures plaquette and Polyakov loop of `links()`.
  void measure();
  /// Must be called by code that changes links between steps.
  void changed() { ++version_; }

 private:
  std::map<std::string, Series> histories_;
  std::unique_ptr<GlobalSums> sums_;
  std::uint64_t version_ = 1;
  int steps_ = 0;
  double seconds_ = 0;
  bool stepping_ = false;
};

/// Makes a run from a configuration, or from this rank's part of one. Throws Error as the classes of
/// host/update, host/flow and host/fix do, and Error(bad_value) for gauge fixing on several ranks.
std::unique_ptr<LiveRun> make_live_run(gpu::Device& device, const LatticeOptions& options, RunKind kind,
                                       const RunParameters& parameters, const Configuration& start);

/// Returns the memory of a step of the run and of a picture. Throws as make_live_run does, and
/// Error(bad_value) for a scene that is not possible on any lattice.
MemoryNeed view_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, RunKind kind,
                       const RunParameters& parameters, const Scene& scene, int width, int height);

}  // namespace glueball::view
